import { and, eq, isNotNull, isNull, ne, notExists, or } from 'drizzle-orm';
import { lockProducts, type LockedProduct } from './funding-columns.server.ts';
import { isFundable } from './product-code.ts';
import { urlKey, searchText } from './product-keys.ts';
import type { Tx } from '#app/database/db.server.ts';
import { contributions, products } from '#db/schema.ts';
import { panels, panelOf, priceOf, type PanelKey } from '#app/toxicology/panels/panels.ts';

/** A row of the starter catalogue file. */
export interface StarterProduct extends Pick<
  LockedProduct,
  'name' | 'brand' | 'category' | 'servingSizeG' | 'servingSizeUnit' | 'productUrl'
> {
  code: number;
}

/** A further test of an item that is in the catalogue, or, as `tested` here, of one of PlasticList's products. */
export interface FurtherTest {
  code: number;
  panel: PanelKey;
  itemOf: number;
  tested?: Omit<StarterProduct, 'code'>;
}

/** A `[TEST]` product; its made-up money is booked by the caller. */
export interface DemoProduct extends StarterProduct {
  testingStatus: string;
  contributors: number;
}

/** Adds the starter products that are not there yet; returns how many were new. */
export async function addStarterProducts(tx: Tx, starters: StarterProduct[]): Promise<number> {
  const added = await addNew(tx, starters.map(common));
  await keyPages(tx);
  return added.length;
}

/** Adds the `[TEST]` products that are not there yet, without money; returns the new codes. */
export async function addDemoProducts(tx: Tx, demos: DemoProduct[]): Promise<number[]> {
  return addNew(
    tx,
    demos.map((product) => ({
      ...common(product),
      isDemo: true,
      testingStatus: product.testingStatus,
      contributorCount: product.contributors,
    })),
  );
}

/** Adds further tests, for another panel, that are not there yet, at $0: of items on the list, as they are called now. */
export async function addFurtherTests(tx: Tx, tests: FurtherTest[]): Promise<number> {
  const listed = await lockProducts(
    tx,
    tests.map(({ itemOf }) => itemOf),
  );
  const rows = tests.flatMap(({ code, panel, itemOf, tested }) => {
    const row = listed.get(itemOf);
    const item = isFundable(itemOf) ? row?.removedAt === null && row : tested;
    if (!item) return [];
    const own = common({ ...item, productUrl: null, code });
    return [{ ...own, panel, itemOf, ...priceOf(panelOf(panel)) }];
  });
  return (await addNew(tx, rows)).length;
}

/**
 * Gives products that nobody has given to today's price and levels; what was paid toward keeps what
 * it was paid under (decision 0065).
 */
export async function priceAnew(tx: Tx): Promise<void> {
  const given = tx.select().from(contributions).where(eq(contributions.productId, products.id));
  const isEmpty = and(eq(products.raisedCents, 0), eq(products.reservedCents, 0));
  for (const panel of panels) {
    const today = priceOf(panel);
    const { targetCents, levels } = products;
    const isOther = or(ne(targetCents, today.targetCents), ne(levels, today.levels));
    await tx
      .update(products)
      .set(today)
      .where(and(eq(products.panel, panel.key), isOther, isEmpty, notExists(given)));
  }
}

async function addNew(tx: Tx, rows: (typeof products.$inferInsert)[]): Promise<number[]> {
  const added = await tx
    .insert(products)
    .values(rows)
    .onConflictDoNothing()
    .returning({ id: products.id });
  return added.map((row) => row.id);
}

/**
 * Gives products their page's key where they have none and nobody else has it: after the insert, as
 * a key that is taken must not keep a product out, and on every start, for older databases. Further
 * tests have none, and what was taken off the list gave it up.
 */
async function keyPages(tx: Tx): Promise<void> {
  const unkeyed = await tx
    .select({ id: products.id, productUrl: products.productUrl })
    .from(products)
    .where(
      and(
        isNull(products.urlKey),
        isNotNull(products.productUrl),
        isNull(products.itemOf),
        isNull(products.removedAt),
      ),
    )
    .orderBy(products.id);
  for (const { id, productUrl } of unkeyed) {
    const key = urlKey(productUrl ?? '');
    if (!key) continue;
    const taken = tx.select({ id: products.id }).from(products).where(eq(products.urlKey, key));
    await tx
      .update(products)
      .set({ urlKey: key })
      .where(and(eq(products.id, id), isNull(products.urlKey), notExists(taken)));
  }
}

function common(product: StarterProduct): typeof products.$inferInsert {
  return {
    id: product.code,
    name: product.name,
    brand: product.brand,
    category: product.category,
    servingSizeG: product.servingSizeG,
    servingSizeUnit: product.servingSizeUnit,
    productUrl: product.productUrl,
    searchText: searchText(product.name, product.brand),
  };
}
