import { asc, eq, sql } from 'drizzle-orm';
import { keptOf } from '#app/funding/post-fee.server.ts';
import { dollarsFromCents } from '#app/kit/money.ts';
import { db } from '#app/database/db.server.ts';
import { contributions, orders, products, refundRequests } from '#db/schema.ts';

/** What contributors ask to have back and nobody has answered, the oldest first. */
export async function listOpenRequests(limit: number) {
  const rows = await db()
    .select({
      request: refundRequests,
      share: contributions,
      product: products,
      paidCents: orders.amountCents,
      keptCents: keptOf(sql`orders.fee_transaction_id`),
    })
    .from(refundRequests)
    .innerJoin(contributions, eq(contributions.id, refundRequests.contributionId))
    .innerJoin(orders, eq(orders.id, contributions.orderId))
    .leftJoin(products, eq(products.id, contributions.productId))
    .where(eq(refundRequests.status, 'open'))
    .orderBy(asc(refundRequests.requestedAt), asc(refundRequests.id))
    .limit(limit);
  return rows.map(({ request, share, product, paidCents, keptCents }) => ({
    id: request.id,
    askedAt: request.requestedAt.toISOString(),
    email: share.email,
    amount: dollarsFromCents(share.amountCents),
    /** The whole payment that it is of, and what Stripe keeps of that, where it is known. */
    payment: {
      paid: dollarsFromCents(paidCents),
      fee: keptCents === null ? null : dollarsFromCents(keptCents),
    },
    reason: request.reason,
    product: product && { id: product.id, name: product.name },
  }));
}

export type OpenRequest = Awaited<ReturnType<typeof listOpenRequests>>[number];
