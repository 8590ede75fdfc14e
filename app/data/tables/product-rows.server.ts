import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { siteUrl } from '#app/config.ts';
import { batchesAfter } from '#app/kit/batches.ts';
import type { Tx } from '#app/database/db.server.ts';
import {
  riskLevelRow,
  selectTested,
  type TestedRow,
} from '#app/results/read/risk-levels.server.ts';
import { isVintage } from '#app/results/answers/product-category.ts';
import { columnsOf, TEST_COLUMNS, THEIRS, type DataTable } from '#app/data/table.ts';
import { products, resultRevisions, testedProducts } from '#db/schema.ts';

const BATCH = 500;

/** What is on the list, was looked at, and is no demonstration. */
export const isOnList = and(
  eq(products.isDemo, false),
  isNull(products.removedAt),
  isNull(products.hiddenAt),
  isNull(products.unreviewedSince),
);

/** Of what is on the list, and of what was tested: one of them, or both. */
function productRow(id: number, listed?: typeof products.$inferSelect, tested?: TestedRow) {
  const report = tested && riskLevelRow(tested);
  return {
    product_id: id,
    panel: (tested ?? listed)?.panel,
    item: (tested ?? listed)?.itemOf ?? id,
    name: tested?.name ?? listed?.name ?? '',
    brand: listed?.brand,
    category: report?.category ?? listed?.category,
    barcode: listed?.upc,
    serving_size: tested ? tested.servingSizeG : listed?.servingSizeG,
    is_tested: tested !== undefined,
    is_food: report && !report.not_food,
    is_vintage: tested && isVintage(tested.tags),
    sentence: report?.sentence,
    address: `${siteUrl()}/${tested ? 'plasticlist' : 'product'}/${id}`,
    changedOn: (tested?.updatedAt ?? listed?.createdAt)?.toISOString().slice(0, 10) ?? null,
    ...(tested?.productId === null && THEIRS),
  };
}
type ProductRow = ReturnType<typeof productRow>;

/** Everything that can be funded or was tested. */
export const productsTable: DataTable<ProductRow> = {
  name: 'products',
  title: 'Products',
  means: 'Everything that can be funded here or was tested; below 1000, by PlasticList.',
  key: ['product_id'],
  columns: [
    ...columnsOf<ProductRow>({
      'product_id integer': 'Number of the product; never another’s.',
      'name text': 'Name with its variety.',
      'brand text': 'Brand; empty: not known.',
      'category text':
        'What it is compared within, of tested products, or the shelf it belongs to.',
      'barcode text': 'Digits of its barcode; empty: not known.',
      'serving_size number g': 'One serving; empty: not known.',
      'is_tested boolean': 'Its results are published.',
      'is_food boolean': 'People eat or drink it; empty: not tested.',
      'is_vintage boolean':
        'It was made decades ago, and nobody buys it today, as rations of 1952; empty: not tested.',
      'sentence text':
        'What its report says first: of a child who eats one serving a day; of what is for babies, of a baby (in the table figures); of what is not food, of what one piece or use contains; empty: not tested, which is no finding of safety.',
      'address text': 'Its page.',
    }),
    ...TEST_COLUMNS,
  ],
  newest: (row) => row.changedOn,
  async *rows(tx) {
    const read = async (after: number) => numbersAfter(tx, after);
    for await (const ids of batchesAfter(read, (id) => id)) {
      const listed = await tx
        .select()
        .from(products)
        .where(and(isOnList, inArray(products.id, ids)));
      const tested = await selectTested(tx, inArray(testedProducts.originalId, ids));
      const [byCode, byNumber] = [
        new Map(listed.map((row) => [row.id, row])),
        new Map(tested.map((row) => [row.originalId, row])),
      ];
      yield ids.map((id) => productRow(id, byCode.get(id), byNumber.get(id)));
    }
  },
};

async function numbersAfter(tx: Tx, after: number): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select id from (
      select ${products.id} as id from ${products} where ${isOnList}
      union select ${testedProducts.originalId} from ${testedProducts}
    ) numbers where id > ${after} order by id limit ${BATCH}`);
  return rows.map(({ id }) => id);
}

const { originalId, number, reason, fileSha256, publishedAt } = resultRevisions;
const revisionRow = {
  product_id: originalId,
  revision: number,
  published_on: sql<string>`to_char(${publishedAt} at time zone 'UTC', 'YYYY-MM-DD')`,
  is_correction: sql<boolean>`${number} > 1`,
  is_current: sql<boolean>`${number} = max(${number}) over (partition by ${originalId})`,
  reason,
  file_sha256: fileSha256,
  rows_sha256: sql<string>`encode(sha256(convert_to(${resultRevisions.rows}, 'UTF8')), 'hex')`,
  fundedId: testedProducts.productId,
};
const selectRevisions = (tx: Tx) =>
  tx
    .select(revisionRow)
    .from(resultRevisions)
    .innerJoin(testedProducts, eq(testedProducts.originalId, originalId));
type RevisionRow = Awaited<ReturnType<typeof selectRevisions>>[number];

/** Every publication and correction. */
export const revisionsTable: DataTable<RevisionRow> = {
  name: 'revisions',
  title: 'Revisions and corrections',
  means:
    'Every publication of a product’s results on this site; all but the first are corrections.',
  key: ['product_id', 'revision'],
  refersTo: { products: ['product_id'] },
  columns: columnsOf<RevisionRow>({
    'product_id integer': 'Number of the product; in the table products.',
    'revision integer': 'From 1; the highest is what the report shows.',
    'published_on date': 'Day of its publication here (UTC).',
    'is_correction boolean': 'It took the place of earlier results.',
    'is_current boolean': 'The other tables hold these results.',
    'reason text': 'Why it differs from the one before; empty of the first.',
    'file_sha256 text': 'SHA-256 of the laboratory’s file; empty: not known.',
    'rows_sha256 text': 'SHA-256 of the revision’s rows, as the public log has it.',
  }),
  newest: (row) => row.published_on,
  async *rows(tx) {
    const read = async (after: number) => {
      const some = tx
        .selectDistinct({ id: originalId })
        .from(resultRevisions)
        .where(sql`${originalId} > ${after}`)
        .orderBy(asc(originalId))
        .limit(BATCH);
      return selectRevisions(tx)
        .where(inArray(originalId, some))
        .orderBy(asc(originalId), asc(number));
    };
    for await (const rows of batchesAfter(read, (row) => row.product_id))
      yield rows.map((row) => ({ ...row, ...(row.fundedId === null && THEIRS) }));
  },
};
