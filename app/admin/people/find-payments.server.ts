import { asc, desc, eq, inArray, or, sql } from 'drizzle-orm';
import { PAYMENTS_SHOWN } from './payments-shown.ts';
import type { Actor } from '#app/admin/trail/trail.server.ts';
import { administer } from '#app/admin/trail/trail.server.ts';
import { wentBackOf } from '#app/funding/unmatched.server.ts';
import { dollarsFromCents } from '#app/kit/money.ts';
import { isUuid, normaliseEmail } from '#app/kit/text.ts';
import type { Tx } from '#app/platform/database/db.server.ts';
import { contributions, orders, products, refundRequests, refunds } from '#db/schema.ts';

/**
 * Payments by the address of whoever paid, or by what Stripe calls them: a checkout session, payment
 * or invoice, or our own number of an order or contribution; the newest first. Looking is written
 * down: that it was by an address, never which. Undefined where the text is none of these.
 */
export async function searchPayments(by: Actor, text: string) {
  const sought = soughtIn(text);
  if (!sought) return undefined;
  return administer(by, async (tx, note) => {
    const found = await findPayments(tx, sought);
    const ids = found.map(({ id }) => id);
    const subject = sought.email ? 'payments of an address' : `payments of ${sought.id}`;
    await note({ action: 'search-contributions', subject, before: null, after: { orders: ids } });
    return found;
  });
}

type Sought = { email: string; id?: undefined } | { id: string; email?: undefined };

function soughtIn(text: string): Sought | undefined {
  const word = text.trim();
  if (word.length > 300) return undefined;
  if (/^[^\s@]+@[^\s@]+$/.test(word)) return { email: normaliseEmail(word) };
  return /^(cs|pi|in)_\w+$/.test(word) || isUuid(word) ? { id: word } : undefined;
}

async function findPayments(tx: Tx, sought: Sought) {
  const ids = await orderIdsOf(tx, sought);
  if (ids.length === 0) return [];
  const found = await tx
    .select({ order: orders, wentBackCents: wentBackOf(sql`orders.payment_intent_id`) })
    .from(orders)
    .where(inArray(orders.id, ids))
    .orderBy(desc(orders.createdAt));
  const shares = await sharesOf(tx, ids);
  return found.map(({ order, wentBackCents }) => ({
    id: order.id,
    kind: order.kind,
    status: order.status,
    email: order.email,
    amount: dollarsFromCents(order.amountCents),
    sessionId: order.sessionId,
    paymentId: order.paymentIntentId,
    invoiceId: order.invoiceId,
    placedAt: order.createdAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
    note: order.note,
    /** At Stripe itself, and of no share. */
    wentBack: dollarsFromCents(wentBackCents),
    shares: shares.filter(({ orderId }) => orderId === order.id),
  }));
}

async function orderIdsOf(tx: Tx, { email, id = '' }: Sought): Promise<string[]> {
  const ownId = isUuid(id) ? id : null;
  const isSought = email
    ? or(sql`lower(${orders.email}) = ${email}`, eq(contributions.emailNormalised, email))
    : ownId
      ? or(eq(orders.id, ownId), eq(contributions.id, ownId))
      : or(eq(orders.sessionId, id), eq(orders.paymentIntentId, id), eq(orders.invoiceId, id));
  const rows = await tx
    .selectDistinct({ id: orders.id, createdAt: orders.createdAt })
    .from(orders)
    .leftJoin(contributions, eq(contributions.orderId, orders.id))
    .where(isSought)
    .orderBy(desc(orders.createdAt))
    .limit(PAYMENTS_SHOWN);
  return rows.map((row) => row.id);
}

/** What each payment gave to what, and what becomes of it. */
async function sharesOf(tx: Tx, orderIds: string[]) {
  const rows = await tx
    .select({ share: contributions, product: products, refund: refunds })
    .from(contributions)
    .leftJoin(products, eq(products.id, contributions.productId))
    .leftJoin(refunds, eq(refunds.id, contributions.id))
    .where(inArray(contributions.orderId, orderIds))
    .orderBy(asc(contributions.createdAt), asc(contributions.id));
  const asked = await tx
    .select({ contributionId: refundRequests.contributionId })
    .from(refundRequests)
    .innerJoin(contributions, eq(contributions.id, refundRequests.contributionId))
    .where(sql`${refundRequests.status} = 'open' and ${inArray(contributions.orderId, orderIds)}`);
  return rows.map(({ share, product, refund }) => ({
    id: share.id,
    orderId: share.orderId,
    amount: dollarsFromCents(share.amountCents),
    status: share.status,
    isExcess: share.isExcess,
    product: product && {
      id: product.id,
      name: product.name,
      hasTestingBegun: product.testingBegunAt !== null,
    },
    refundStatus: refund?.status ?? null,
    isAskedBack: asked.some(({ contributionId }) => contributionId === share.id),
  }));
}

export type FoundPayment = Awaited<ReturnType<typeof findPayments>>[number];
