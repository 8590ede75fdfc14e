import { and, asc, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm';
import { siteUrl } from '#app/config.ts';
import { present } from '#app/kit/assert.ts';
import type { Tx } from '#app/database/db.server.ts';
import {
  riskLevelRow,
  selectTested,
  type TestedRow,
} from '#app/results/read/risk-levels.server.ts';
import { isVintage } from '#app/results/answers/product-category.ts';
import { column, rightsOf, testColumns, type DataTable } from '#app/data/table.ts';
import { products, resultRevisions, testedProducts } from '#db/schema.ts';

interface ProductRow {
  id: number;
  /** On the list; undefined of PlasticList's, and of what is not shown there. */
  listed: typeof products.$inferSelect | undefined;
  tested: TestedRow | undefined;
}

const BATCH = 500;

/** What is on the list, was looked at, and is no demonstration. */
export const isOnList = and(
  eq(products.isDemo, false),
  isNull(products.removedAt),
  isNull(products.hiddenAt),
  isNull(products.unreviewedSince),
);

/** Everything that can be funded or was tested. */
export const productsTable: DataTable<ProductRow> = {
  name: 'products',
  title: 'Products',
  means: 'Everything that can be funded here or was tested; below 1000, by PlasticList.',
  key: ['product_id'],
  columns: [
    column('product_id', 'integer', 'Number of the product; never another’s.', (row) => row.id),
    column(
      'name',
      'text',
      'Name with its variety.',
      ({ tested, listed }) => tested?.name ?? listed?.name ?? '',
    ),
    column('brand', 'text', 'Brand; empty: not known.', ({ listed }) => listed?.brand ?? null),
    column(
      'category',
      'text',
      'What it is compared within, of tested products, or the shelf it belongs to.',
      ({ tested, listed }) => (tested && riskLevelRow(tested).category) ?? listed?.category ?? null,
    ),
    column(
      'barcode',
      'text',
      'Digits of its barcode; empty: not known.',
      ({ listed }) => listed?.upc ?? null,
    ),
    column(
      'serving_size',
      'number',
      'One serving; empty: not known.',
      ({ tested, listed }) => (tested ? tested.servingSizeG : (listed?.servingSizeG ?? null)),
      'g',
    ),
    column(
      'is_tested',
      'boolean',
      'Its results are published.',
      ({ tested }) => tested !== undefined,
    ),
    column('is_food', 'boolean', 'People eat or drink it; empty: not tested.', ({ tested }) =>
      tested ? !riskLevelRow(tested).not_food : null,
    ),
    column(
      'is_vintage',
      'boolean',
      'It was made decades ago, and nobody buys it today, as rations of 1952; empty: not tested.',
      ({ tested }) => (tested ? isVintage(tested.tags) : null),
    ),
    column(
      'sentence',
      'text',
      'What its report says first: of a child who eats one serving a day; of what is for babies, of a baby (in the table figures); of what is not food, of what one piece or use contains; empty: not tested, which is no finding of safety.',
      ({ tested }) => (tested ? riskLevelRow(tested).sentence : null),
    ),
    column(
      'address',
      'text',
      'Its page.',
      ({ id, tested }) => `${siteUrl()}/${tested ? 'plasticlist' : 'product'}/${id}`,
    ),
    ...rightsOf<ProductRow>(({ tested }) => tested?.productId !== null),
    ...testColumns<ProductRow>(({ id, tested, listed }) => {
      const { panel = 'plastics', itemOf = null } = tested ?? listed ?? {};
      return { panel, itemOf, id };
    }),
  ],
  newest: ({ tested, listed }) =>
    (tested?.updatedAt ?? listed?.createdAt)?.toISOString().slice(0, 10) ?? null,
  async *rows(tx) {
    for await (const ids of numbersOf(tx)) {
      const listed = await tx
        .select()
        .from(products)
        .where(and(isOnList, inArray(products.id, ids)));
      const tested = await selectTested(tx, inArray(testedProducts.originalId, ids));
      const [byCode, byNumber] = [
        new Map(listed.map((row) => [row.id, row])),
        new Map(tested.map((row) => [row.originalId, row])),
      ];
      yield ids.map((id) => ({ id, listed: byCode.get(id), tested: byNumber.get(id) }));
    }
  },
};

async function* numbersOf(tx: Tx): AsyncGenerator<number[]> {
  for (let after = 0; ;) {
    const { rows } = await tx.execute<{ id: number }>(sql`
      select id from (
        select ${products.id} as id from ${products} where ${isOnList}
        union select ${testedProducts.originalId} from ${testedProducts}
      ) numbers where id > ${after} order by id limit ${BATCH}`);
    if (rows.length === 0) return;
    yield rows.map(({ id }) => id);
    after = present(rows.at(-1), 'the last product').id;
  }
}

const { rows: _rows, controls: _controls, ...revisionColumns } = getTableColumns(resultRevisions);
const revisionRow = {
  ...revisionColumns,
  rowsSha256: sql<string>`encode(sha256(convert_to(${resultRevisions.rows}, 'UTF8')), 'hex')`,
  isFunded: sql<boolean>`${testedProducts.productId} is not null`,
  isCurrent: sql<boolean>`${resultRevisions.number} = max(${resultRevisions.number}) over (partition by ${resultRevisions.originalId})`,
};
type RevisionRow = typeof resultRevisions.$inferSelect & {
  rowsSha256: string;
  isFunded: boolean;
  isCurrent: boolean;
};

/** Every publication and correction. */
export const revisionsTable: DataTable<Omit<RevisionRow, 'rows' | 'controls'>> = {
  name: 'revisions',
  title: 'Revisions and corrections',
  means:
    'Every publication of a product’s results on this site; all but the first are corrections.',
  key: ['product_id', 'revision'],
  refersTo: { products: ['product_id'] },
  columns: [
    column(
      'product_id',
      'integer',
      'Number of the product; in the table products.',
      (row) => row.originalId,
    ),
    column(
      'revision',
      'integer',
      'From 1; the highest is what the report shows.',
      (row) => row.number,
    ),
    column('published_on', 'date', 'Day of its publication here (UTC).', (row) =>
      row.publishedAt.toISOString().slice(0, 10),
    ),
    column(
      'is_correction',
      'boolean',
      'It took the place of earlier results.',
      (row) => row.number > 1,
    ),
    column('is_current', 'boolean', 'The other tables hold these results.', (row) => row.isCurrent),
    column(
      'reason',
      'text',
      'Why it differs from the one before; empty of the first.',
      (row) => row.reason,
    ),
    column(
      'file_sha256',
      'text',
      'SHA-256 of the laboratory’s file; empty: not known.',
      (row) => row.fileSha256,
    ),
    column(
      'rows_sha256',
      'text',
      'SHA-256 of the revision’s rows, as the public log has it.',
      (row) => row.rowsSha256,
    ),
    ...rightsOf<Omit<RevisionRow, 'rows' | 'controls'>>(({ isFunded }) => isFunded),
  ],
  newest: (row) => row.publishedAt.toISOString().slice(0, 10),
  async *rows(tx) {
    const { originalId, number } = resultRevisions;
    for (let after = 0; ;) {
      const some = tx
        .selectDistinct({ id: originalId })
        .from(resultRevisions)
        .where(sql`${originalId} > ${after}`)
        .orderBy(asc(originalId))
        .limit(BATCH);
      const rows = await tx
        .select(revisionRow)
        .from(resultRevisions)
        .innerJoin(testedProducts, eq(testedProducts.originalId, originalId))
        .where(inArray(originalId, some))
        .orderBy(asc(originalId), asc(number));
      if (rows.length === 0) return;
      yield rows;
      after = present(rows.at(-1), 'the last revision').originalId;
    }
  },
};
