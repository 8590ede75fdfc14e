import { closeRefundRequests } from './close-refund-requests.server.ts';
import { followRefund } from './follow-refund.server.ts';
import type { RefundReason } from './refund-reasons.ts';
import type { Tx } from '#app/platform/database/db.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { nudge } from '#app/platform/database/queue.server.ts';
import { notifyAdministrators } from '#app/platform/mail/notify-administrators.server.ts';
import { refunds, type contributions } from '#db/schema.ts';

export const SEND_REFUND_JOB = 'send-refund';

/** Stands in a refund for the payment of money that came outside Stripe. */
export const NO_PAYMENT = '';
/** Why such a refund waits for an administrator from the start. */
const NOT_BY_STRIPE = 'It was not paid through Stripe.';

/**
 * Puts a contribution that stands as `refund_pending` among the refunds to be sent, in the
 * transaction that books its money as owed back. One row an allocation, so it is never owed twice.
 * What came outside Stripe waits for an administrator, who pays it and notes how.
 */
export async function oweRefund(
  tx: Tx,
  contribution: typeof contributions.$inferSelect,
  why: { reason: RefundReason; note?: string },
): Promise<void> {
  const { stripePaymentId: payment } = contribution;
  await tx.insert(refunds).values({
    id: contribution.id,
    orderId: contribution.orderId,
    contributionId: contribution.id,
    paymentIntentId: payment ?? NO_PAYMENT,
    amountCents: contribution.amountCents,
    reason: why.reason,
    note: why.note ?? null,
    requestedAt: now(),
    ...(payment ? {} : { status: 'failed', failureReason: NOT_BY_STRIPE }),
  });
  await closeRefundRequests(tx, [contribution.id]);
  if (!payment) {
    await followRefund(tx, { contributionId: contribution.id }, 'refund_failed');
    const params = { refundId: contribution.id };
    await notifyAdministrators(tx, 'refund-failed', { params, key: contribution.id });
    return;
  }
  await nudge(tx, SEND_REFUND_JOB, { refundId: contribution.id });
}
