import { closeRefundRequests } from './close-refund-requests.server.ts';
import type { RefundReason } from './refund-reasons.ts';
import { present } from '#app/kit/assert.ts';
import type { Tx } from '#app/database/db.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { nudge } from '#app/database/queue.server.ts';
import { refunds, type contributions } from '#db/schema.ts';

export const SEND_REFUND_JOB = 'send-refund';

/**
 * Puts a contribution that stands as `refund_pending` among the refunds to be sent, in the
 * transaction that books its money as owed back. One row an allocation, so it is never owed twice.
 */
export async function oweRefund(
  tx: Tx,
  contribution: typeof contributions.$inferSelect,
  why: { reason: RefundReason; note?: string },
): Promise<void> {
  await tx.insert(refunds).values({
    id: contribution.id,
    orderId: contribution.orderId,
    contributionId: contribution.id,
    paymentIntentId: present(contribution.stripePaymentId, 'the payment of a contribution'),
    amountCents: contribution.amountCents,
    reason: why.reason,
    note: why.note ?? null,
    requestedAt: now(),
  });
  await closeRefundRequests(tx, [contribution.id]);
  await nudge(tx, SEND_REFUND_JOB, { refundId: contribution.id });
}
