import { and, desc, eq } from 'drizzle-orm';
import { changeFunding, type LockedProduct } from '#app/catalogue/funding-columns.server.ts';
import { SPEND_POOLS_JOB } from './pool-job.ts';
import type { Tx } from '#app/platform/database/db.server.ts';
import { nudge } from '#app/platform/database/queue.server.ts';
import { matchPromises } from '#db/schema.ts';

/**
 * Breaks the newest promises of a locked match that it can no longer pay for, before so many cents are
 * all that it has: the bank has taken its sponsor's money, say. What is reserved of their products
 * stays so until the job releases it: products are locked before matches, and these are not.
 */
export async function breakPromises(
  tx: Tx,
  match: LockedProduct,
  raisedCents: number,
): Promise<void> {
  if (match.promisedCents <= raisedCents) return;
  const { orderId, productId, matchId, amountCents, status, createdAt } = matchPromises;
  const open = await tx
    .select({ orderId, productId, amountCents })
    .from(matchPromises)
    .where(and(eq(matchId, match.id), eq(status, 'open')))
    .orderBy(desc(createdAt), desc(orderId), desc(productId));
  let brokenCents = 0;
  for (const promise of open) {
    if (match.promisedCents - brokenCents <= raisedCents) break;
    brokenCents += promise.amountCents;
    await tx
      .update(matchPromises)
      .set({ status: 'broken' })
      .where(and(eq(orderId, promise.orderId), eq(productId, promise.productId)));
  }
  await changeFunding(tx, match.id, { promisedCents: -brokenCents });
  match.promisedCents -= brokenCents;
  await nudge(tx, SPEND_POOLS_JOB, {});
}
