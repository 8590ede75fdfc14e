import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { countReviews, listReviews } from '#app/funding/list-reviews.server.ts';
import { countStrays, listStrays } from '#app/funding/strays.server.ts';
import { REFUND_REASONS, type RefundReason } from '#app/funding/refund-reasons.ts';
import { dollarsFromCents } from '#app/kit/money.ts';
import { db } from '#app/platform/db.server.ts';
import {
  contributions,
  disputes,
  products,
  refundPayments,
  refunds,
  strayRefunds,
} from '#db/schema.ts';

/** Refunds that stand so, the oldest first, at most `limit`: of what, how much, why not done. */
export async function listRefunds(
  statuses: ('queued' | 'pending' | 'failed' | 'held')[],
  limit: number,
) {
  const rows = await db()
    .select({
      refund: refunds,
      productId: products.id,
      productName: products.name,
      isContested: sql<boolean>`exists (
        select from ${disputes} d where d.order_id = ${refunds.orderId}
          and (d.closed_at is null or d.withdrawn_cents > 0)
      )`,
    })
    .from(refunds)
    .leftJoin(contributions, eq(contributions.id, refunds.contributionId))
    .leftJoin(products, eq(products.id, contributions.productId))
    .where(inArray(refunds.status, statuses))
    .orderBy(asc(refunds.requestedAt), asc(refunds.id))
    .limit(limit);
  return rows.map(({ refund, productId, productName, isContested }) => ({
    id: refund.id,
    status: refund.status,
    amount: dollarsFromCents(refund.amountCents),
    /** null: a donation, or money under review. */
    product: productId === null ? null : { id: productId, name: productName ?? '' },
    why: REFUND_REASONS[refund.reason as RefundReason] ?? refund.reason,
    /** At the bank: it may return the money itself. */
    isContested,
    stripeRefund: refund.stripeRefundId,
    failure: refund.failureReason,
    requestedAt: refund.requestedAt.toISOString(),
  }));
}

/** It went through Stripe, too, and has not come back. */
const IS_TWICE = inArray(strayRefunds.status, ['open', 'borne']);

/** Refunds that were paid by other means, the latest noted first, at most `limit`. */
export async function listOtherPayments(limit: number) {
  const rows = await db()
    .select({ payment: refundPayments, stray: strayRefunds.status })
    .from(refundPayments)
    .leftJoin(strayRefunds, and(eq(strayRefunds.refundId, refundPayments.refundId), IS_TWICE))
    .where(isNull(refundPayments.withdrawnAt))
    .orderBy(desc(refundPayments.notedAt), desc(refundPayments.id))
    .limit(limit);
  return rows.map(({ payment, stray }) => ({
    id: payment.id,
    refund: payment.refundId,
    amount: dollarsFromCents(payment.amountCents),
    paidOn: payment.paidOn,
    reference: payment.reference,
    reason: payment.reason,
    notedAt: payment.notedAt.toISOString(),
    /** It went through Stripe, too. */
    isTwice: stray !== null,
  }));
}

export type OtherPaymentListed = Awaited<ReturnType<typeof listOtherPayments>>[number];

/** How many there are of each, however many are shown. */
export async function countRefunds() {
  return {
    failed: await db().$count(refunds, eq(refunds.status, 'failed')),
    otherPayments: await db().$count(refundPayments, isNull(refundPayments.withdrawnAt)),
    strays: await countStrays(),
    reviews: await countReviews(),
  };
}

/** Payments under review that nobody has decided on, the oldest first, at most `limit`. */
export async function listUndecided(limit: number) {
  return (await listReviews(limit)).map((order) => ({
    id: order.id,
    amount: dollarsFromCents(order.amountCents),
    note: order.note,
    session: order.sessionId,
    paidAt: (order.paidAt ?? order.createdAt).toISOString(),
  }));
}

export type ListedReview = Awaited<ReturnType<typeof listUndecided>>[number];

/** Refunds that left Stripe's balance for nothing known here, the oldest first, at most `limit`. */
export async function listStrayRefunds(limit: number) {
  return (await listStrays(limit)).map(({ id, amountCents, bookedAt, refundId }) => ({
    id,
    amount: dollarsFromCents(amountCents),
    bookedAt: bookedAt.toISOString(),
    /** The refund that was paid by other means before. */
    paidTwice: refundId,
  }));
}

export type ListedStray = Awaited<ReturnType<typeof listStrayRefunds>>[number];

export type ListedRefund = Awaited<ReturnType<typeof listRefunds>>[number];
