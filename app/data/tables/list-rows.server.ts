import { and, asc, gt } from 'drizzle-orm';
import { kindOf, kinds, type Kind } from '#app/catalogue/kinds.ts';
import { dollarsFromCents as dollars } from '#app/kit/money.ts';
import { siteUrl } from '#app/config.ts';
import { present } from '#app/kit/assert.ts';
import { booksNow } from '#app/ledger/books-now.server.ts';
import { LEAST_PAYERS } from '#app/testing/register-test.server.ts';
import { column, rightsOf, testColumns, type DataTable } from '#app/data/table.ts';
import { products } from '#db/schema.ts';
import { isOnList } from './product-rows.server.ts';

type Fundable = typeof products.$inferSelect;

const BATCH = 1_000;

/** What the list of products to fund shows; a sum of few payers would say what one of them paid. */
export const fundableTable: DataTable<Fundable> = {
  name: 'products-to-fund',
  title: 'Products to fund',
  means: 'Every product on the list, with what it has of its goal.',
  key: ['product_id'],
  columns: [
    column('product_id', 'integer', 'Number of the product; never another’s.', (row) => row.id),
    column('name', 'text', 'Name with its variety.', (row) => row.name),
    column('brand', 'text', 'Brand; empty: not known.', (row) => row.brand),
    column('category', 'text', 'Category; empty: not known.', (row) => row.category),
    column(
      'kind',
      'text',
      'Kind; empty: nobody has set one.',
      ({ id, itemOf }) => kindOf(itemOf ?? id)?.key ?? null,
    ),
    column(
      'status',
      'text',
      'Untested, Testing in Progress, or Tested.',
      (row) => row.testingStatus,
    ),
    column('goal', 'number', 'What its test takes.', (row) => dollars(row.targetCents), 'USD'),
    column(
      'raised',
      'number',
      `What it has of that; empty: by fewer than ${LEAST_PAYERS} people.`,
      (row) => (row.contributorCount < LEAST_PAYERS ? null : dollars(row.raisedCents)),
      'USD',
    ),
    column('contributors', 'integer', 'How many people gave to it.', (row) => row.contributorCount),
    column('address', 'text', 'Its page.', ({ id }) => `${siteUrl()}/product/${id}`),
    ...rightsOf<Fundable>(),
    ...testColumns<Fundable>((row) => row),
  ],
  async *rows(tx) {
    for (let after = 0; ;) {
      const rows = await tx
        .select()
        .from(products)
        .where(and(isOnList, gt(products.id, after)))
        .orderBy(asc(products.id))
        .limit(BATCH);
      if (rows.length === 0) return;
      yield rows;
      after = present(rows.at(-1), 'the last product').id;
    }
  },
};

/** Which products are of one kind. */
export const kindsTable: DataTable<Kind & { productId: number }> = {
  name: 'kinds',
  title: 'Kinds of products',
  means: 'Which products are of one kind, so that one may be chosen in place of another.',
  key: ['kind', 'product_id'],
  columns: [
    column('kind', 'text', 'Key of the kind.', (row) => row.key),
    column('product_id', 'integer', 'Number of a product of it.', (row) => row.productId),
    column('name', 'text', 'Name of the kind.', (row) => row.name),
    column('shelf', 'text', 'Group of kinds that it belongs to.', (row) => row.group),
    ...rightsOf<Kind & { productId: number }>(),
  ],
  async *rows() {
    yield kinds
      .toSorted((a, b) => (a.key < b.key ? -1 : 1))
      .flatMap((kind) =>
        kind.products
          .toSorted((a, b) => a - b)
          .map((productId) => Object.assign({ productId }, kind)),
      );
  },
};

type Sum = [name: string, dollars: number];

/** The books, a sum a row. */
export const booksTable: DataTable<Sum> = {
  name: 'books',
  title: 'Books',
  means: 'All money that came in, and where it is now, from the ledger.',
  key: ['sum'],
  columns: [
    column(
      'sum',
      'text',
      'received: what people paid in; it is the sum of held (here now), spent_on_tests, fees (the payment provider’s), and returned (to those who paid). Of held, owed_back is on its way to them, and reserve is for tests that cost more than they raised.',
      ([name]) => name,
    ),
    column('amount', 'number', 'How much it is.', ([, amount]) => amount, 'USD'),
    ...rightsOf<Sum>(),
  ],
  async *rows() {
    const { as_of: _, ...sums } = await booksNow();
    yield Object.entries(sums).toSorted(([a], [b]) => (a < b ? -1 : 1));
  },
};
