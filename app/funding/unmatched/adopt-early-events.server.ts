import { sql } from 'drizzle-orm';
import { restate } from './restate.server.ts';
import { unmatchedKindOf, unmatchedOf } from '#app/funding/unmatched.server.ts';
import type { Tx } from '#app/database/db.server.ts';
import { nudge } from '#app/database/queue.server.ts';
import { disputes, unmatched } from '#db/schema.ts';

export const TAKE_UP_JOB = 'take-up';

/**
 * What came before its payment waits for it. In the transaction that records payments: where money
 * or disputes of them were set aside, they are looked at again, and a payment that had been taken for
 * nobody's is that no longer.
 */
export async function adoptEarlyEvents(tx: Tx, paymentIntentIds: (string | null)[]): Promise<void> {
  const paid = sql`any(${sql.param(paymentIntentIds.filter((id) => id !== null))}::text[])`;
  const { rows } = await tx.execute<{ id: string }>(sql`
    select payment_intent_id as id from ${unmatched}
      where payment_intent_id = ${paid} and returned_at is null
    union
    select payment_intent_id from ${disputes}
      where payment_intent_id = ${paid} and order_id is null`);
  for (const { id: paymentIntentId } of rows) {
    for (const row of await unmatchedOf(tx, paymentIntentId)) {
      if (unmatchedKindOf(row.id, row.amountCents) !== 'payment') continue;
      await restate(tx, row, 0, { source: `taken-up:${row.id}`, reason: 'of an order after all' });
    }
    await nudge(tx, TAKE_UP_JOB, { paymentIntentId });
  }
}
