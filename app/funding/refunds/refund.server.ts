import { refunds, contributions, refundRequests } from '#db/schema.ts';
import type { RefundReason } from './refund-reasons.ts';
import { present } from '#app/kit/assert.ts';
import type { Tx } from '#app/database/db.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { nudge } from '#app/database/queue.server.ts';
import { eq, and, inArray } from 'drizzle-orm';

/** Money on its way back, as stored. */
export type Refund = typeof refunds.$inferSelect;

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

/** Has the contribution of a refund stand as its refund does; money under review is of none. */
export async function followRefund(
  tx: Tx,
  { contributionId }: Pick<Refund, 'contributionId'>,
  status: string,
): Promise<void> {
  if (!contributionId) return;
  await tx.update(contributions).set({ status }).where(eq(contributions.id, contributionId));
}

/**
 * What was asked for happens, whatever caused it: the open requests for contributions whose money
 * goes back are granted. Called wherever that is written: by `oweRefund`, for a refund made at
 * Stripe itself, and for a payment that the bank has taken back. The ledger's check finds any that
 * is left open.
 */
export async function closeRefundRequests(tx: Tx, contributionIds: string[]): Promise<void> {
  if (contributionIds.length === 0) return;
  await tx
    .update(refundRequests)
    .set({ status: 'granted', decidedAt: now() })
    .where(
      and(
        inArray(refundRequests.contributionId, contributionIds),
        eq(refundRequests.status, 'open'),
      ),
    );
}
