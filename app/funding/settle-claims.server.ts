import { eq } from 'drizzle-orm';
import { lockProducts } from '#app/catalogue/funding-columns.server.ts';
import type { Meant, Share } from '#app/funding/claims-on-payment.server.ts';
import { closeRefundRequests } from '#app/funding/close-refund-requests.server.ts';
import type { Order } from '#app/funding/order.ts';
import { leaveProduct } from '#app/funding/product-funding.server.ts';
import type { Refund } from '#app/funding/refund.ts';
import { allocationAccount, type Account } from '#app/ledger/accounts.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Tx } from '#app/platform/db.server.ts';
import { queueMails } from '#app/platform/mail-queue.server.ts';
import { contributions, refunds } from '#db/schema.ts';

/**
 * Settles claims on a payment by a refund that was made at the payment provider itself, each of them
 * whole; their payer is told. What the caller has to book, and the ids of what was settled.
 */
export async function settleClaims(
  tx: Tx,
  order: Order,
  { shares, review }: Pick<Meant, 'shares' | 'review'>,
  stripeRefundId: string,
): Promise<{ entries: [Account, number][]; settled: string[] }> {
  const entries = await settleShares(tx, shares, stripeRefundId);
  if (review) {
    const { id, paymentIntentId, email } = order;
    const own = { id, orderId: id, stripePaymentId: paymentIntentId };
    await writeSettled(tx, { ...own, amountCents: review.amountCents }, stripeRefundId);
    await tellOfRefund(tx, id, email, stripeRefundId);
    entries.push([review.isOwed ? 'refunds' : 'review', -review.amountCents]);
  }
  return { entries, settled: [...shares.map(({ id }) => id), ...(review ? [order.id] : [])] };
}

async function settleShares(
  tx: Tx,
  shares: Share[],
  stripeRefundId: string,
): Promise<[Account, number][]> {
  const products = await lockProducts(
    tx,
    shares.flatMap(({ productId }) => productId ?? []),
  );
  const entries: [Account, number][] = [];
  for (const share of shares) {
    const isOwed = share.status !== 'paid';
    entries.push([isOwed ? 'refunds' : allocationAccount(share.productId), -share.amountCents]);
    await tx
      .update(contributions)
      .set({ status: 'refunded' })
      .where(eq(contributions.id, share.id));
    const product = share.productId === null ? undefined : products.get(share.productId);
    if (product && !isOwed) await leaveProduct(tx, product, share);
    await writeSettled(tx, { ...share, contributionId: share.id }, stripeRefundId);
    await closeRefundRequests(tx, [share.id]);
    await tellOfRefund(tx, share.id, share.email, stripeRefundId);
  }
  return entries;
}

type Settled = Pick<Refund, 'id' | 'orderId' | 'amountCents'> & {
  contributionId?: string;
  stripePaymentId: string | null;
};

async function writeSettled(tx: Tx, settled: Settled, stripeRefundId: string): Promise<void> {
  const { id, orderId, contributionId, amountCents, stripePaymentId } = settled;
  const outcome = { status: 'succeeded', isBooked: true, stripeRefundId, settledAt: now() };
  await tx
    .insert(refunds)
    .values({
      id,
      orderId,
      contributionId,
      amountCents,
      paymentIntentId: stripePaymentId ?? '',
      reason: 'external',
      requestedAt: now(),
      ...outcome,
    })
    .onConflictDoUpdate({ target: refunds.id, set: outcome });
}

/** Once of each refund at Stripe. */
export async function tellOfRefund(
  tx: Tx,
  refundId: string,
  toEmail: string | null,
  stripeRefundId: string,
): Promise<void> {
  if (!toEmail) return;
  await queueMails(tx, [
    {
      name: 'refund-receipt',
      toEmail,
      params: { refundId },
      dedupeKey: `refund-receipt:${refundId}:${stripeRefundId}`,
    },
  ]);
}
