import { eq } from 'drizzle-orm';
import { isProductId } from './find-product.server.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Tx } from '#app/database/db.server.ts';
import { products } from '#db/schema.ts';

/** What became of a wish to take a product off the list; `changed`: it has another sum than was seen. */
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
  const [product] = await tx.select().from(products).where(eq(products.id, id)).for('update');
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
  if (reason === 'removed') {
    // Nor must the pages of its duplicates, which lead to it.
    await tx.update(products).set({ urlKey: null, upc: null }).where(eq(products.mergedInto, id));
  }
  return 'removed';
}
