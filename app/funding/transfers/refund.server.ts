import { randomUUID } from 'node:crypto';
import { refunds, refundRequests, type contributions } from '#db/schema.ts';
import type { RefundReason } from './refund-reasons.ts';
import { present } from '#app/kit/assert.ts';
import { isUuid } from '#app/kit/text.ts';
import { changeRow, type Tx } from '#app/database/db.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { nudge } from '#app/database/queue.server.ts';
import { eq, and, inArray, sql } from 'drizzle-orm';

/** Money on its way back, as stored. */
export type Refund = typeof refunds.$inferSelect;

/** The refund of that id; undefined where there is none. */
export async function readRefund(tx: Tx, id: string): Promise<Refund | undefined> {
  const [found] = isUuid(id) ? await tx.select().from(refunds).where(eq(refunds.id, id)) : [];
  return found;
}

export const SEND_REFUND_JOB = 'send-refund';

/**
 * Puts a contribution that stands as `refund_pending` among the refunds to be sent, in the
 * transaction that books its money as owed back. One row an allocation, so it is never owed twice.
 */
export async function oweRefund(
  tx: Tx,
  contribution: typeof contributions.$inferInsert & { id: string },
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

/**
 * Cuts `cents` off a refund, where there is one of that id, as one of its own that nobody has asked
 * Stripe for: refunds and disputes deal with whole ones (decision 0052). What is left keeps the id; the
 * part is of the contribution that has its id, if the whole was of one. Returns the part's id.
 */
export async function cutRefund(tx: Tx, id: string, cents: number, partId: string = randomUUID()) {
  const [left] = await tx
    .update(refunds)
    // A key stands for one amount at Stripe.
    .set({ amountCents: sql`amount_cents - ${cents}`, attempt: sql`attempt + 1` })
    .where(eq(refunds.id, id))
    .returning();
  if (!left) return partId;
  const contributionId = left.contributionId && partId;
  const fresh = { attempt: 1, tries: 0, stripeRefundId: null };
  await tx
    .insert(refunds)
    .values({ ...left, id: partId, contributionId, amountCents: cents, ...fresh });
  return partId;
}

/**
 * What was asked for happens, whatever caused it: the open requests for contributions whose money
 * goes back are granted. Called wherever that is written: by `oweRefund`, for a refund made at
 * Stripe itself, and for a payment that the bank has taken back. The ledger's check finds any that
 * is left open.
 */
export async function closeRefundRequests(tx: Tx, contributionIds: string[]): Promise<void> {
  if (contributionIds.length === 0) return;
  const { contributionId, status } = refundRequests;
  const isMet = and(inArray(contributionId, contributionIds), eq(status, 'open'));
  await tx.update(refundRequests).set({ status: 'granted', decidedAt: now() }).where(isMet);
}

/** Has what a dispute held sent again: one that Stripe had made needs a new key, another keeps its own. */
export async function requeueOwed(tx: Tx, refundId: string): Promise<void> {
  const isMade = sql`${refunds.stripeRefundId} is not null`;
  await changeRow(tx, refunds, refundId, {
    status: 'queued',
    attempt: sql`${refunds.attempt} + case when ${isMade} then 1 else 0 end`,
    tries: sql`case when ${isMade} then 0 else ${refunds.tries} end`,
    stripeRefundId: null,
    settledAt: null,
  });
  await nudge(tx, SEND_REFUND_JOB, { refundId });
}
