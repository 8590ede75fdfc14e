import { and, eq, sql } from 'drizzle-orm';
import { reverse } from '#app/funding/undo-allocation.server.ts';
import { STANDS, unmatchedOf } from '#app/funding/unmatched.server.ts';
import { post } from '#app/ledger/post.server.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Tx } from '#app/platform/db.server.ts';
import { nudge } from '#app/platform/queue.server.ts';
import { allocations, disputes, unmatched } from '#db/schema.ts';

export const TAKE_UP_JOB = 'take-up';

/**
 * What came before its payment waits for it. In the transaction that records a payment: where money
 * or disputes of it were set aside, they are looked at again, and a payment that had been taken for
 * nobody's is that no longer.
 */
export async function takeUp(tx: Tx, paymentIntentId: string | null): Promise<void> {
  if (!paymentIntentId) return;
  const { rows } = await tx.execute(sql`
    select from ${unmatched} where payment_intent_id = ${paymentIntentId} and returned_at is null
    union all
    select from ${disputes} where payment_intent_id = ${paymentIntentId} and order_id is null`);
  if (rows.length === 0) return;
  for (const { id, amountCents } of await unmatchedOf(tx, paymentIntentId)) {
    if (amountCents < 0) continue;
    const own = and(eq(allocations.unmatchedId, id), STANDS);
    await reverse(tx, await tx.select().from(allocations).where(own), 'it is ours');
    await tx.update(unmatched).set({ openCents: 0, returnedAt: now() }).where(eq(unmatched.id, id));
    await post(tx, {
      reason: 'payment of an order after all',
      source: `taken-up:${id}`,
      entries: [
        ['stripe', amountCents],
        ['review', -amountCents],
      ],
    });
  }
  await nudge(tx, TAKE_UP_JOB, { paymentIntentId });
}
