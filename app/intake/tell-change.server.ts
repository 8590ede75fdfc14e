import type { Tx } from '#app/database/db.server.ts';
import { isNews } from '#app/results/samples/headline-changes.ts';
import type { ProductChange } from '#app/results/samples/product-change.ts';
import { countReached, tellAudience } from '#app/subscriptions/tell-audience.server.ts';

/**
 * Queues the email of a publication that changes what is published of a product, where that is news;
 * whether there is anybody to tell. First results are told where they are marked.
 */
export async function tellOfChange(tx: Tx, change: ProductChange): Promise<boolean> {
  const { originalId, revision, isCorrection } = change;
  if (!isCorrection || !isNews(change)) return false;
  return tellAudience(tx, originalId, 'results-corrected', String(revision));
}

/** How many people publishing this would email. */
export async function countTold(tx: Tx, change: ProductChange): Promise<number> {
  const { originalId, revision, isCorrection } = change;
  if (revision === null || (isCorrection && !isNews(change))) return 0;
  return countReached(tx, originalId);
}
