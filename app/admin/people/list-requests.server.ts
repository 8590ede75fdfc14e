import { asc, eq } from 'drizzle-orm';
import { dollarsFromCents } from '#app/kit/money.ts';
import { db } from '#app/platform/database/db.server.ts';
import { contributions, products, refundRequests } from '#db/schema.ts';

/** What contributors ask to have back and nobody has answered, the oldest first. */
export async function listOpenRequests(limit: number) {
  const rows = await db()
    .select({ request: refundRequests, share: contributions, product: products })
    .from(refundRequests)
    .innerJoin(contributions, eq(contributions.id, refundRequests.contributionId))
    .leftJoin(products, eq(products.id, contributions.productId))
    .where(eq(refundRequests.status, 'open'))
    .orderBy(asc(refundRequests.requestedAt), asc(refundRequests.id))
    .limit(limit);
  return rows.map(({ request, share, product }) => ({
    id: request.id,
    askedAt: request.requestedAt.toISOString(),
    email: share.email,
    amount: dollarsFromCents(share.amountCents),
    reason: request.reason,
    product: product && { id: product.id, name: product.name },
  }));
}

export type OpenRequest = Awaited<ReturnType<typeof listOpenRequests>>[number];
