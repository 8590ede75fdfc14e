import { and, eq, isNotNull, isNull, ne, notExists, or } from 'drizzle-orm';
import { urlKey, searchText } from './product-keys.ts';
import type { Tx } from '#app/database/db.server.ts';
import { contributions, products } from '#db/schema.ts';
import type { TestPanel } from '#app/toxicology/panels/panel.ts';
import { panels, panelOf, priceOf, type PanelKey } from '#app/toxicology/panels/panels.ts';

/** A row of the starter catalogue file. */
export interface StarterProduct {
  code: number;
  name: string;
  brand: string;
  category: string;
  servingSizeG: number | null;
  servingSizeUnit: string | null;
  productUrl: string | null;
}

/** A further test of an item that is in the catalogue, or is one of PlasticList's products. */
export interface FurtherTest extends StarterProduct {
  panel: PanelKey;
  itemOf: number;
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

/** Adds further tests of items, for another panel, that are not there yet, at $0. */
export async function addFurtherTests(tx: Tx, tests: FurtherTest[]): Promise<number> {
  const rows = tests.map(({ panel, itemOf, ...product }) => {
    return { ...common(product), panel, itemOf, ...priceOf(panelOf(panel)) };
  });
  return (await addNew(tx, rows)).length;
}

/**
 * Gives products that nobody has given to today's price and levels; what was paid toward keeps what
 * it was paid under (decision 0065).
 */
export async function priceAnew(tx: Tx): Promise<void> {
  for (const panel of panels) await pricePanel(tx, panel);
}

async function pricePanel(tx: Tx, panel: TestPanel): Promise<void> {
  const today = priceOf(panel);
  const given = tx.select().from(contributions).where(eq(contributions.productId, products.id));
  const isOther = or(
    ne(products.targetCents, today.targetCents),
    ne(products.levels, today.levels),
  );
  const isEmpty = and(eq(products.raisedCents, 0), eq(products.reservedCents, 0));
  await tx
    .update(products)
    .set(today)
    .where(and(eq(products.panel, panel.key), isOther, isEmpty, notExists(given)));
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
 * a key that is taken must not keep a product out, and on every start, for older databases.
 */
async function keyPages(tx: Tx): Promise<void> {
  const unkeyed = await tx
    .select({ id: products.id, productUrl: products.productUrl })
    .from(products)
    .where(and(isNull(products.urlKey), isNotNull(products.productUrl)))
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
