import { and, asc, gt } from 'drizzle-orm';
import { kindOf, kinds, type Kind } from '#app/catalogue/kinds.ts';
import { dollarsFromCents as dollars } from '#app/kit/money.ts';
import { siteUrl } from '#app/config.ts';
import { batchesAfter } from '#app/kit/batches.ts';
import { booksNow } from '#app/ledger/books-now.server.ts';
import { LEAST_PAYERS } from '#app/testing/register-test.server.ts';
import { columnsOf, TEST_COLUMNS, type DataTable } from '#app/data/table.ts';
import { products } from '#db/schema.ts';
import { isOnList } from './product-rows.server.ts';

const BATCH = 1_000;

/** A sum of few payers would say what one of them paid. */
const fundableRow = (of: typeof products.$inferSelect) => ({
  ...of,
  product_id: of.id,
  item: of.itemOf ?? of.id,
  kind: kindOf(of.itemOf ?? of.id)?.key ?? null,
  status: of.testingStatus,
  goal: dollars(of.targetCents),
  raised: of.contributorCount < LEAST_PAYERS ? null : dollars(of.raisedCents),
  contributors: of.contributorCount,
  address: `${siteUrl()}/product/${of.id}`,
});
type FundableRow = ReturnType<typeof fundableRow>;

/** What the list of products to fund shows. */
export const fundableTable: DataTable<FundableRow> = {
  name: 'products-to-fund',
  title: 'Products to fund',
  means: 'Every product on the list, with what it has of its goal.',
  key: ['product_id'],
  columns: [
    ...columnsOf<FundableRow>({
      'product_id integer': 'Number of the product; never another’s.',
      'name text': 'Name with its variety.',
      'brand text': 'Brand; empty: not known.',
      'category text': 'Category; empty: not known.',
      'kind text': 'Kind; empty: nobody has set one.',
      'status text': 'Untested, Testing in Progress, or Tested.',
      'goal number USD': 'What its test takes.',
      'raised number USD': `What it has of that; empty: by fewer than ${LEAST_PAYERS} people.`,
      'contributors integer': 'How many people gave to it.',
      'address text': 'Its page.',
    }),
    ...TEST_COLUMNS,
  ],
  async *rows(tx) {
    const read = async (after: number) =>
      tx
        .select()
        .from(products)
        .where(and(isOnList, gt(products.id, after)))
        .orderBy(asc(products.id))
        .limit(BATCH);
    for await (const rows of batchesAfter(read, ({ id }) => id)) yield rows.map(fundableRow);
  },
};

const kindRow = ({ key, name, group }: Kind, product_id: number) => {
  return { kind: key, product_id, name, shelf: group };
};
type KindRow = ReturnType<typeof kindRow>;

/** Which products are of one kind. */
export const kindsTable: DataTable<KindRow> = {
  name: 'kinds',
  title: 'Kinds of products',
  means: 'Which products are of one kind, so that one may be chosen in place of another.',
  key: ['kind', 'product_id'],
  columns: columnsOf<KindRow>({
    'kind text': 'Key of the kind.',
    'product_id integer': 'Number of a product of it.',
    'name text': 'Name of the kind.',
    'shelf text': 'Group of kinds that it belongs to.',
  }),
  async *rows() {
    yield kinds
      .toSorted((a, b) => (a.key < b.key ? -1 : 1))
      .flatMap((kind) => kind.products.toSorted((a, b) => a - b).map((id) => kindRow(kind, id)));
  },
};

type Sum = { sum: string; amount: number };

/** The books, a sum a row. */
export const booksTable: DataTable<Sum> = {
  name: 'books',
  title: 'Books',
  means: 'All money that came in, and where it is now, from the ledger.',
  key: ['sum'],
  columns: columnsOf<Sum>({
    'sum text':
      'received: what people paid in; it is the sum of held (here now), spent_on_tests, fees (the payment provider’s), and returned (to those who paid). Of held, owed_back is on its way to them, and reserve is for tests that cost more than they raised.',
    'amount number USD': 'How much it is.',
  }),
  async *rows() {
    const { as_of: _, ...sums } = await booksNow();
    yield Object.entries(sums)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([sum, amount]) => ({ sum, amount }));
  },
};
