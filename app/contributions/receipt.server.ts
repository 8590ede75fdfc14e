import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { dollarsFromCents } from '#app/kit/money.ts';
import { isUuid } from '#app/kit/text.ts';
import type { Contribution, ContributionStatus, Receipt } from './contribution-schema.ts';
import { refundedOf } from './refunded.server.ts';
import { db } from '#app/database/db.server.ts';
import { site } from '#app/site.ts';
import { contributions, orders, products, refunds } from '#db/schema.ts';
import { testName } from '#app/toxicology/panels/panels.ts';

/** The receipt of the payment that a contribution was part of; undefined where it is not theirs. */
export async function receiptFor(emailNormalised: string, contributionId: string) {
  if (!isUuid(contributionId)) return undefined;
  const own = and(
    eq(contributions.id, contributionId),
    eq(contributions.emailNormalised, emailNormalised),
  );
  const [found] = await db()
    .select({ order: orders })
    .from(contributions)
    .innerJoin(orders, eq(orders.id, contributions.orderId))
    .where(own);
  if (!found || found.order.status !== 'paid') return undefined;
  const { order } = found;
  return {
    site: site.name,
    reference: order.id,
    paid_at: (order.paidAt ?? order.createdAt).toISOString(),
    total: dollarsFromCents(order.amountCents),
    kind: order.kind as Contribution['kind'],
    stripe_payment_id: order.paymentIntentId,
    email: order.email ?? emailNormalised,
    lines: await linesOf(order.id),
  };
}

/** The lines as they were paid for, by their names then: where they are now is said beside them. */
async function linesOf(orderId: string): Promise<Receipt['lines']> {
  const now = alias(products, 'now');
  const { paidForProductId, productId } = contributions;
  const rows = await db()
    .select({ share: contributions, product: products, now, refund: refunds })
    .from(contributions)
    .leftJoin(products, eq(products.id, sql`coalesce(${paidForProductId}, ${productId})`))
    .leftJoin(now, and(eq(now.id, productId), isNotNull(paidForProductId)))
    .leftJoin(refunds, eq(refunds.contributionId, contributions.id))
    .where(eq(contributions.orderId, orderId))
    .orderBy(asc(contributions.productId), asc(contributions.isExcess));
  return rows.map(({ share, product, now: into, refund }) => ({
    name: product ? testName(product) : 'Donation',
    brand: product?.brand ?? null,
    product_id: product?.id ?? null,
    merged_into: into && !hasMoved(share, product) ? { id: into.id, name: testName(into) } : null,
    moved_to:
      hasMoved(share, product) && share.paidForProductId !== null
        ? { id: into?.id ?? null, name: into ? testName(into) : 'the project' }
        : null,
    amount: dollarsFromCents(share.amountCents),
    is_excess: share.isExcess,
    status: share.status as ContributionStatus,
    ...refundedOf(refund),
  }));
}

/** Its giver has moved it, or a pool or a match of an earlier version has spent it: else it was merged. */
function hasMoved(
  { movedAt }: typeof contributions.$inferSelect,
  paidFor: typeof products.$inferSelect | null,
): boolean {
  return movedAt !== null || paidFor?.removedReason !== 'merged';
}
