import { eq } from 'drizzle-orm';
import { lockProducts } from './funding-columns.server.ts';
import { isProductId } from './find-product.server.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Tx } from '#app/database/db.server.ts';
import { products } from '#db/schema.ts';

/** What became of a wish to hide a product or to show it again. */
type Hiding = 'done' | 'already' | 'unknown' | 'removed';

/**
 * Hides a product, or shows it again: hidden it is in no list and no search, its page says so, and no
 * new checkout takes it. What was given stays, and a checkout that was open before is honoured: its
 * amount was reserved. Not one that is off the list for good.
 */
export async function setHidden(tx: Tx, id: number, isHidden: boolean): Promise<Hiding> {
  if (!isProductId(id)) return 'unknown';
  const product = (await lockProducts(tx, [id])).get(id);
  if (!product) return 'unknown';
  if (product.removedAt) return 'removed';
  if ((product.hiddenAt !== null) === isHidden) return 'already';
  await tx
    .update(products)
    .set({ hiddenAt: isHidden ? now() : null })
    .where(eq(products.id, id));
  return 'done';
}
