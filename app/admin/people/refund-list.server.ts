import { asc, eq, sql } from 'drizzle-orm';
import { REFUND_REASONS, type RefundReason } from '#app/funding/transfers/refund-reasons.ts';
import { wentBackOf } from '#app/funding/unmatched.server.ts';
import { dollarsFromCents } from '#app/kit/money.ts';
import { db } from '#app/database/db.server.ts';
import { contributions, disputes, orders, products, refunds, refundRequests } from '#db/schema.ts';
import { recordedFee } from '#app/funding/post-fee.server.ts';
import { testNamed } from '#app/catalogue/test-named.server.ts';
import { testName } from '#app/toxicology/panels/panels.ts';

/** Refunds that failed, the oldest first, at most `limit`: whose, of what, how much, why not done. */
export async function listFailedRefunds(limit: number) {
  const rows = await db()
    .select({
      refund: refunds,
      productId: products.id,
      productName: testNamed(),
      email: sql<string | null>`coalesce(${contributions.email}, ${orders.email})`,
      isContested: sql<boolean>`exists (
        select from ${disputes} d where d.order_id = ${refunds.orderId}
          and (d.closed_at is null or d.withdrawn_cents > 0)
      )`,
      wentBackCents: wentBackOf(sql`refunds.payment_intent_id`),
    })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .leftJoin(contributions, eq(contributions.id, refunds.contributionId))
    .leftJoin(products, eq(products.id, contributions.productId))
    .where(eq(refunds.status, 'failed'))
    .orderBy(asc(refunds.requestedAt), asc(refunds.id))
    .limit(limit);
  return rows.map(({ refund, productId, productName, email, isContested, wentBackCents }) => ({
    id: refund.id,
    amount: dollarsFromCents(refund.amountCents),
    email,
    /** null: a donation, or money under review. */
    product: productId === null ? null : { id: productId, name: productName ?? '' },
    why: REFUND_REASONS[refund.reason as RefundReason] ?? refund.reason,
    /** At the bank: it may return the money itself. */
    isContested,
    /** Of the same payment, at Stripe itself, for no share: its payer has so much already. */
    wentBack: dollarsFromCents(wentBackCents),
    failure: refund.failureReason,
    requestedAt: refund.requestedAt.toISOString(),
  }));
}

export type FailedRefund = Awaited<ReturnType<typeof listFailedRefunds>>[number];

export async function countFailedRefunds(): Promise<number> {
  return db().$count(refunds, eq(refunds.status, 'failed'));
}

/** What contributors ask to have back and nobody has answered, the oldest first. */
export async function listOpenRequests(limit: number) {
  const rows = await db()
    .select({
      request: refundRequests,
      share: contributions,
      product: products,
      paidCents: orders.amountCents,
      feeCents: recordedFee(sql`orders.fee_transaction_id`),
    })
    .from(refundRequests)
    .innerJoin(contributions, eq(contributions.id, refundRequests.contributionId))
    .innerJoin(orders, eq(orders.id, contributions.orderId))
    .leftJoin(products, eq(products.id, contributions.productId))
    .where(eq(refundRequests.status, 'open'))
    .orderBy(asc(refundRequests.requestedAt), asc(refundRequests.id))
    .limit(limit);
  return rows.map(({ request, share, product, paidCents, feeCents }) => ({
    id: request.id,
    askedAt: request.requestedAt.toISOString(),
    email: share.email,
    amount: dollarsFromCents(share.amountCents),
    /** The whole payment that it is of, and what Stripe keeps of that, where it is known. */
    payment: {
      paid: dollarsFromCents(paidCents),
      fee: feeCents === null ? null : dollarsFromCents(feeCents),
    },
    reason: request.reason,
    product: product && { id: product.id, name: testName(product) },
  }));
}

export type OpenRequest = Awaited<ReturnType<typeof listOpenRequests>>[number];
