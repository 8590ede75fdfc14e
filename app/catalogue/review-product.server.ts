import { eq } from 'drizzle-orm';
import { lockProducts } from './funding-columns.server.ts';
import { isProductId } from './find-product.server.ts';
import type { Tx } from '#app/database/db.server.ts';
import { products } from '#db/schema.ts';

/** What became of a wish to note that a product was looked at. */
type Review = 'done' | 'already' | 'unknown' | 'removed';

/**
 * Notes that an administrator has looked at a product which a visitor added: its page says so no
 * longer, and search engines may show it.
 */
export async function noteReviewed(tx: Tx, id: number): Promise<Review> {
  if (!isProductId(id)) return 'unknown';
  const product = (await lockProducts(tx, [id])).get(id);
  if (!product) return 'unknown';
  if (product.removedAt) return 'removed';
  if (product.unreviewedSince === null) return 'already';
  await tx.update(products).set({ unreviewedSince: null }).where(eq(products.id, id));
  return 'done';
}
