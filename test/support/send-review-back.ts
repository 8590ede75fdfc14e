import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Order } from '#app/funding/order.ts';
import { lockPayment, hasOpenDispute } from '#app/funding/store.server.ts';
import { SEND_REFUND_JOB } from '#app/funding/transfers/refund.server.ts';
import { paymentUnderReview } from '#app/funding/unmatched.server.ts';
import { post } from '#app/ledger/post.server.ts';
import { inTransaction } from '#app/database/db.server.ts';
import { nudge } from '#app/database/queue.server.ts';

/**
 * Sends a payment under review back, by the rows that 0.4.0 wrote for an administrator who said so: they
 * are on many books. How much it was, in cents.
 */
export async function sendReviewBack({
  id: orderId,
}: Pick<Order, 'id'>): Promise<{ ok: boolean; amountCents?: number }> {
  return inTransaction(async (tx) => {
    const { order } = await lockPayment(tx, orderId);
    const row = order && (await paymentUnderReview(tx, order));
    const cents = row?.openCents ?? 0;
    if (!row || cents <= 0 || (await hasOpenDispute(tx, orderId))) return { ok: false };
    const [id, { rowCount }] = [
      randomUUID(),
      await tx.execute(sql`select from refunds where id = ${orderId}`),
    ];
    const refundId = rowCount ? randomUUID() : orderId;
    await tx.execute(sql`
      insert into allocations (id, unmatched_id, goes_to, refund_id, amount_cents, reference, reason, noted_at)
      values (${id}, ${row.id}, 'refund', ${refundId}, ${cents}, '', 'not what was ordered', now())`);
    await tx.execute(
      sql`update unmatched set open_cents = open_cents - ${cents} where id = ${row.id}`,
    );
    await tx.execute(sql`
      insert into refunds (id, order_id, payment_intent_id, amount_cents, reason, requested_at)
      values (${refundId}, ${orderId}, ${row.paymentIntentId}, ${cents}, 'review', now())`);
    await post(tx, {
      reason: 'unmatched: refund',
      source: `allocated:${id}`,
      entries: [
        ['review', -cents],
        ['refunds', cents],
      ],
    });
    await nudge(tx, SEND_REFUND_JOB, { refundId });
    return { ok: true, amountCents: cents };
  });
}
