import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { lockProducts } from './funding-columns.server.ts';
import { isOfItem } from './item.server.ts';
import { isFundable } from './product-code.ts';
import { upcKey } from './barcodes.ts';
import { searchText, urlKey as keyOf } from './product-keys.ts';
import { now } from '#app/platform/clock.server.ts';
import { inSavepoint } from '#app/database/in-savepoint.server.ts';
import { db, type Tx } from '#app/database/db.server.ts';
import { panelOf, priceOf, type PanelKey } from '#app/toxicology/panels/panels.ts';
import { products, productSubmissions, testedProducts } from '#db/schema.ts';

interface NewProduct extends Pick<
  KnownProduct,
  'name' | 'brand' | 'category' | 'urlKey' | 'upc' | 'servingSizeG'
> {
  productUrl: string;
  /** By chance where it is not given. */
  key?: string;
  /** What it is to be tested for; plastics without one. */
  panel?: PanelKey;
  /** The item that it is a further test of, where one is known: the number of any of its tests, or PlasticList's. */
  itemOf?: number | null;
  /** The number that it had before this database lost it: again, unless another has it by now. */
  id?: number;
}

export type KnownProduct = typeof products.$inferSelect;

/** What names an item: a page, a barcode, or the number of one of its tests; and what it is to be tested for. */
type Asked = Pick<NewProduct, 'urlKey' | 'upc' | 'itemOf' | 'panel'>;

/**
 * The item that already has this page or this barcode, by its number, and its test for the panel; the
 * page decides where both are known. Of a duplicate that was merged it is that of the product it was merged into.
 */
export async function findSameTest(
  { urlKey, upc, itemOf, panel = 'plastics' }: Asked,
  tx: Tx = db(),
): Promise<{ item?: number; test?: KnownProduct }> {
  const [first] = await tx
    .select()
    .from(products)
    .where(sql`url_key = ${urlKey} or upc = ${upc} or id = ${itemOf ?? null}`)
    .orderBy(sql`url_key = ${urlKey} desc nulls last, upc = ${upc} desc nulls last`)
    .limit(1);
  const found = first ?? (await findFurther({ urlKey, upc }, tx));
  const [known] = found?.mergedInto
    ? await tx.select().from(products).where(eq(products.id, found.mergedInto))
    : [found];
  // PlasticList's products have no row.
  const ofNone = itemOf && !isFundable(itemOf) ? itemOf : undefined;
  const item = known ? (known.itemOf ?? known.id) : ofNone;
  if (item === undefined) return {};
  const [test] = await tx
    .select()
    .from(products)
    .where(
      sql`${isOfItem(item)} and panel = ${panel} and (removed_at is null or removed_reason = 'untestable')`,
    )
    .orderBy(sql`removed_at nulls first, round desc`)
    .limit(1);
  if (test) return { item, test };
  // It was taken off the list, with all that it had; what kept its page or barcode keeps others from it.
  if (known?.removedReason === 'removed' && known.itemOf === null)
    return known.panel === panel || found?.urlKey || found?.upc ? { test: known } : {};
  return { item };
}

/** The further test that has this page, or was added with this barcode, which its item has not. */
async function findFurther({ urlKey, upc }: Asked, tx: Tx): Promise<KnownProduct | undefined> {
  if (urlKey === null && upc === null) return undefined;
  const rows = await tx
    .select()
    .from(products)
    .leftJoin(productSubmissions, eq(productSubmissions.productId, products.id))
    .where(and(isNotNull(products.itemOf), sql`removed_reason is distinct from 'removed'`))
    .orderBy(products.id);
  const found =
    rows.find((row) => urlKey !== null && keyOf(row.products.productUrl ?? '') === urlKey) ??
    rows.find((row) => upc !== null && upcKey(row.product_submissions?.upc ?? '') === upc);
  return found?.products;
}

/** What an item is called, which every test of it is. */
async function nameOf(tx: Tx, item: number) {
  const row = (await lockProducts(tx, [item])).get(item); // neither merged nor removed from here on
  if (row) {
    const { name, brand, category, servingSizeG, servingSizeUnit, asFedPerG } = row;
    return { name, brand, category, servingSizeG, servingSizeUnit, asFedPerG };
  }
  const { name, servingSizeG, originalId } = testedProducts;
  const [tested] = await tx
    .select({ name, servingSizeG })
    .from(testedProducts)
    .where(eq(originalId, item));
  return tested;
}

/** Attempts to list a product; each takes a new code, and a few codes belong to `[TEST]` products. */
const ATTEMPTS = 50;

/**
 * Lists a product that a visitor adds, not yet reviewed, and once: the test for the same panel of what has the
 * same page or barcode is returned instead, also where it is being listed by somebody else at this moment. Of an
 * item that is known it is a further test. Inside the caller's transaction, which holds the
 * product alone from here on: rows that refer to it would only share it, and two payers who share
 * it and then both want to change it wait for each other for ever.
 */
export async function createProduct(tx: Tx, { id, ...product }: NewProduct): Promise<KnownProduct> {
  const { panel = 'plastics' } = product;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const { item, test: listed } = await findSameTest(product, tx);
    if (!listed) {
      const named = { ...product, ...(item !== undefined && (await nameOf(tx, item))) };
      if (item !== undefined && (await findSameTest(product, tx)).item !== item) continue;
      const [created] = await tx
        .insert(products)
        .values({
          ...named,
          ...(attempt === 0 && id !== undefined ? { id } : {}),
          itemOf: item,
          // Of a further test they are its item's.
          ...(item !== undefined && { urlKey: null, upc: null }),
          // PlasticList's own test was the first.
          round: panel === 'plastics' && item !== undefined && !isFundable(item) ? 2 : 1,
          ...priceOf(panelOf(panel)),
          searchText: searchText(named.name, named.brand),
          unreviewedSince: now(),
        })
        .onConflictDoNothing()
        .returning();
      if (created) return created;
      continue;
    }
    const current = await inSavepoint(tx, async (within) => {
      await lockProducts(within, [listed.id]);
      // While it waited, the product may have been merged into another, or have lost its page.
      const { test: same } = await findSameTest(product, within);
      return same?.id === listed.id ? same : undefined;
    });
    if (current) return current;
  }
  throw new Error('no product code is free');
}
