import { and, asc, eq, isNotNull, isNull, or } from 'drizzle-orm';
import { lockProducts, type LockedProduct } from './funding-columns.server.ts';
import { isProductId } from './find-product.server.ts';
import { itemOf } from './item.server.ts';
import { seal } from '#app/log/seal.server.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Tx } from '#app/database/db.server.ts';
import { movePhoto } from '#app/pictures/uploaded-photos.server.ts';
import { products, testRegistrations } from '#db/schema.ts';

/** What became of a change of where a product stands. */
type Standing = 'done' | 'already' | 'unknown' | 'removed';

/**
 * Hides a product, or shows it again: hidden it is in no list and no search, its page says so, and no
 * new checkout takes it. What was given stays, and a checkout that was open before is honoured: its
 * amount was reserved. Not one that is off the list for good.
 */
export function setHidden(tx: Tx, id: number, isHidden: boolean): Promise<Standing> {
  return change(tx, id, { hiddenAt: isHidden ? now() : null }, (product) => {
    return (product.hiddenAt !== null) === isHidden;
  });
}

/**
 * Notes that an administrator has looked at a product which a visitor added: its page says so no
 * longer, and search engines may show it.
 */
export function noteReviewed(tx: Tx, id: number): Promise<Standing> {
  return change(tx, id, { unreviewedSince: null }, (product) => product.unreviewedSince === null);
}

/** Changes a product that is on the list and not so already. */
async function change(
  tx: Tx,
  id: number,
  to: Partial<typeof products.$inferInsert>,
  isSo: (product: LockedProduct) => boolean,
): Promise<Standing> {
  const product = isProductId(id) ? (await lockProducts(tx, [id])).get(id) : undefined;
  if (!product) return 'unknown';
  if (product.removedAt) return 'removed';
  if (isSo(product)) return 'already';
  await tx.update(products).set(to).where(eq(products.id, id));
  return 'done';
}

/** What became of a request to take a product off the list; `changed`: it has another sum than was seen. */
export type Removal = 'removed' | 'already' | 'unknown' | 'testing_begun' | 'changed';

/**
 * Takes a product off the list: from then on it can be neither found nor funded. What was given to
 * it is its callers' to send back. Not once testing has begun. `seenCents` is
 * what somebody was shown that goes back: where it is another sum by now, nothing is done.
 */
export async function removeProduct(
  tx: Tx,
  id: number,
  reason: 'removed' | 'untestable',
  seenCents?: number,
): Promise<Removal> {
  if (!isProductId(id)) return 'unknown';
  const product = (await lockProducts(tx, [id, ...(await duplicatesOf(tx, id))])).get(id);
  if (!product) return 'unknown';
  if (product.testingBegunAt) return 'testing_begun';
  if (product.removedAt) return 'already';
  if (seenCents !== undefined && product.raisedCents !== seenCents) return 'changed';
  await tx
    .update(products)
    .set({
      removedAt: now(),
      removedReason: reason,
      // A made-up product must not keep the real one off the list for ever.
      ...(reason === 'removed' ? { urlKey: null, upc: null } : {}),
    })
    .where(eq(products.id, id));
  await sealEnd(tx, id, reason === 'removed' ? 'Taken off the list' : 'Cannot be tested');
  if (reason === 'removed') {
    // Nor must the pages of its duplicates, which lead to it.
    await tx.update(products).set({ urlKey: null, upc: null }).where(eq(products.mergedInto, id));
    await handOn(tx, product);
  }
  return 'removed';
}

/** Of an item whose first row is gone the eldest living sister is the first: page, barcode and photo are hers. */
async function handOn(tx: Tx, { id, productUrl, urlKey, upc }: LockedProduct): Promise<void> {
  const isSister = eq(products.itemOf, id);
  const [heir] = await tx
    .select({ id: products.id })
    .from(products)
    .where(and(isSister, isNull(products.removedAt)))
    .orderBy(asc(products.id))
    .limit(1);
  if (!heir) return;
  await tx
    .update(products)
    .set({ itemOf: null, upc, urlKey, ...(urlKey !== null && { productUrl }) })
    .where(eq(products.id, heir.id));
  await tx
    .update(products)
    .set({ itemOf: heir.id })
    .where(or(isSister, eq(products.id, id)));
  await movePhoto(tx, id, heir.id, false);
}

/** The numbers of what was merged into a product, and of further tests of its item: who changes it changes them, and locks them with it. */
export async function duplicatesOf(tx: Tx, id: number): Promise<number[]> {
  const follows = or(eq(products.mergedInto, id), eq(products.itemOf, id));
  const rows = await tx.select({ id: products.id }).from(products).where(follows);
  return rows.map((row) => row.id);
}

/**
 * Notes that a product, locked with its own duplicates, was one: it is off the list for good, and its code means
 * `survivorId` from now on, as do the codes of what was merged into it before. It keeps its page and
 * barcode, so that nobody can list it anew. All further tests of its item become the survivor's item's.
 */
export async function markMerged(tx: Tx, id: number, survivorId: number): Promise<void> {
  const item = await itemOf(survivorId, tx);
  await tx.update(products).set({ itemOf: item }).where(eq(products.itemOf, id));
  await tx.update(products).set({ mergedInto: survivorId }).where(eq(products.mergedInto, id));
  await tx
    .update(products)
    .set({ removedAt: now(), removedReason: 'merged', mergedInto: survivorId, hiddenAt: null })
    .where(eq(products.id, id));
  await sealEnd(tx, id, `Merged into product ${survivorId}`);
}

/** A test that was registered ends in public, also where its product goes before anything was bought. */
async function sealEnd(tx: Tx, id: number, reason: string): Promise<void> {
  const isOf = eq(testRegistrations.productId, id);
  if ((await tx.$count(testRegistrations, isOf)) === 0) return;
  const day = now().toISOString().slice(0, 10);
  await seal(tx, 'ended', { product: id, day, reason });
}

/** Every product that was merged: its code, and the code of the one that stayed. */
export async function mergedProducts(tx: Tx): Promise<Map<number, number>> {
  const rows = await tx
    .select({ id: products.id, into: products.mergedInto })
    .from(products)
    .where(isNotNull(products.mergedInto));
  return new Map(rows.flatMap((row) => (row.into === null ? [] : [[row.id, row.into]])));
}

/**
 * Notes that the first sample of a locked product has been bought: never undone.
 * Whoever bought it has looked at the product.
 */
export async function writeTestingBegun(tx: Tx, id: number): Promise<void> {
  await tx
    .update(products)
    .set({ testingBegunAt: now(), unreviewedSince: null })
    .where(eq(products.id, id));
}

/** Notes the serving that results of a locked product are published for, in grams. */
export async function writeServing(tx: Tx, id: number, servingSizeG: number): Promise<void> {
  await tx.update(products).set({ servingSizeG }).where(eq(products.id, id));
}

/** Notes that results of a locked product are published. */
export async function writeTested(tx: Tx, id: number): Promise<void> {
  await tx.update(products).set({ testingStatus: 'Tested' }).where(eq(products.id, id));
}
