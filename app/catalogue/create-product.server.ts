import { eq, or, sql } from 'drizzle-orm';
import { lockProducts } from './funding-columns.server.ts';
import { searchText } from './product-keys.ts';
import { now } from '#app/platform/clock.server.ts';
import { inSavepoint } from '#app/database/in-savepoint.server.ts';
import { db, type Tx } from '#app/database/db.server.ts';
import { products } from '#db/schema.ts';

interface NewProduct {
  name: string;
  /** null where it is not known. */
  brand: string | null;
  category: string;
  productUrl: string;
  /** Of `urlKey`: null where the address names no single product. */
  urlKey: string | null;
  /** Of `upcKey`. */
  upc: string | null;
  /** Grams; null where it is not known. */
  servingSizeG: number | null;
  /** By chance where it is not given. */
  key?: string;
  /** The number that it had before this database lost it: again, unless another has it by now. */
  id?: number;
}

export type KnownProduct = typeof products.$inferSelect;

/**
 * The product that already has this page or this barcode; the page decides where both are known. Of
 * a duplicate that was merged it is the product it was merged into.
 */
export async function findSameProduct(
  { urlKey, upc }: Pick<NewProduct, 'urlKey' | 'upc'>,
  tx: Tx = db(),
): Promise<KnownProduct | undefined> {
  const [known] = await tx
    .select()
    .from(products)
    .where(or(eq(products.urlKey, urlKey ?? ''), eq(products.upc, upc ?? '')))
    .orderBy(sql`${products.urlKey} = ${urlKey ?? ''} desc nulls last`)
    .limit(1);
  if (!known?.mergedInto) return known;
  const [survivor] = await tx.select().from(products).where(eq(products.id, known.mergedInto));
  return survivor;
}

/** Attempts to list a product; each takes a new code, and a few codes belong to `[TEST]` products. */
const ATTEMPTS = 50;

/**
 * Lists a product that a visitor adds, not yet reviewed, and once: one that has the same page or barcode is returned instead, also where it
 * is being listed by somebody else at this moment. Inside the caller's transaction, which holds the
 * product alone from here on: rows that refer to it would only share it, and two payers who share
 * it and then both want to change it wait for each other for ever.
 */
export async function createProduct(tx: Tx, { id, ...product }: NewProduct): Promise<KnownProduct> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const [created] = await tx
      .insert(products)
      .values({
        ...product,
        ...(attempt === 0 && id !== undefined ? { id } : {}),
        searchText: searchText(product.name, product.brand),
        unreviewedSince: now(),
      })
      .onConflictDoNothing()
      .returning();
    if (created) return created;
    const listed = await findSameProduct(product, tx);
    if (!listed) continue;
    const current = await inSavepoint(tx, async (within) => {
      await lockProducts(within, [listed.id]);
      // While it waited, the product may have been merged into another, or have lost its page.
      const same = await findSameProduct(product, within);
      return same?.id === listed.id ? same : undefined;
    });
    if (current) return current;
  }
  throw new Error('no product code is free');
}
