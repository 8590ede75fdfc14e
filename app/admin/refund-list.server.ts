import { asc, eq, inArray } from 'drizzle-orm';
import { REFUND_REASONS, type RefundReason } from '#app/funding/refund-reasons.ts';
import { dollarsFromCents } from '#app/kit/money.ts';
import { db } from '#app/platform/db.server.ts';
import { contributions, products, refunds } from '#db/schema.ts';

/** Refunds that stand so, the oldest first, at most `limit`: of what, how much, why not done. */
export async function listRefunds(
  statuses: ('queued' | 'pending' | 'failed' | 'held')[],
  limit: number,
) {
  const rows = await db()
    .select({ refund: refunds, productId: products.id, productName: products.name })
    .from(refunds)
    .leftJoin(contributions, eq(contributions.id, refunds.contributionId))
    .leftJoin(products, eq(products.id, contributions.productId))
    .where(inArray(refunds.status, statuses))
    .orderBy(asc(refunds.requestedAt), asc(refunds.id))
    .limit(limit);
  return rows.map(({ refund, productId, productName }) => ({
    id: refund.id,
    status: refund.status,
    amount: dollarsFromCents(refund.amountCents),
    /** null: a donation, or money under review. */
    product: productId === null ? null : { id: productId, name: productName ?? '' },
    why: REFUND_REASONS[refund.reason as RefundReason] ?? refund.reason,
    stripeRefund: refund.stripeRefundId,
    failure: refund.failureReason,
    requestedAt: refund.requestedAt.toISOString(),
  }));
}

export type ListedRefund = Awaited<ReturnType<typeof listRefunds>>[number];
