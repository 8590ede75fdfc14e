import { and, eq, gt, inArray, or } from 'drizzle-orm';
import type Stripe from 'stripe';
import { lockProducts } from '#app/catalogue/funding-columns.server.ts';
import { closeRefundRequests } from '#app/funding/close-refund-requests.server.ts';
import { orderOfPayment } from '#app/funding/order-of-payment.server.ts';
import { leaveProduct } from '#app/funding/product-funding.server.ts';
import { lockOrder } from '#app/funding/store.server.ts';
import { idOf } from '#app/funding/stripe-payment.server.ts';
import { allocationAccount, type Account } from '#app/ledger/accounts.ts';
import { isPosted, post } from '#app/ledger/post.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { db, type Tx } from '#app/platform/db.server.ts';
import { log } from '#app/platform/log.server.ts';
import { queueMails } from '#app/platform/mail-queue.server.ts';
import { contributions, refunds } from '#db/schema.ts';

type Contribution = typeof contributions.$inferSelect;

/**
 * A refund that was not made here but at the payment provider itself: it is held against what the
 * payment still has. All of it, or exactly one share, is that share's refund; anything else stands
 * on `review` as money that went out for nothing we know, until an administrator decides. `absentId`
 * is an allocation whose own refund was looked for at Stripe and is not there.
 */
export async function recordOutsideRefund(made: Stripe.Refund, absentId?: string): Promise<void> {
  const paymentIntentId = idOf(made.payment_intent);
  const order = paymentIntentId ? await orderOfPayment(paymentIntentId) : undefined;
  if (!order) return;
  const isOut =
    made.status !== 'failed' && made.status !== 'canceled' && made.balance_transaction !== null;
  await db().transaction(async (tx) => {
    await lockOrder(tx, order.id);
    const isBooked = await isPosted(tx, `refund:${made.id}`);
    const isBack = await isPosted(tx, `refund-failed:${made.id}`);
    if (isOut && !isBooked) await takeOut(tx, order.id, made, absentId);
    if (!isOut && isBooked && !isBack) await putBack(tx, made);
  });
}

async function takeOut(
  tx: Tx,
  orderId: string,
  made: Stripe.Refund,
  absentId?: string,
): Promise<void> {
  const held = await contributionsHere(tx, orderId, absentId);
  const products = await lockProducts(
    tx,
    held.flatMap(({ productId }) => productId ?? []),
  );
  const settled = sharesOf(held, made.amount);
  const entries: [Account, number][] = [['stripe', made.amount]];
  for (const share of settled) {
    const isOwed = share.status !== 'paid';
    entries.push([isOwed ? 'refunds' : allocationAccount(share.productId), -share.amountCents]);
    await tx
      .update(contributions)
      .set({ status: 'refunded' })
      .where(eq(contributions.id, share.id));
    const product = share.productId === null ? undefined : products.get(share.productId);
    if (product && !isOwed) await leaveProduct(tx, product, share);
    await settle(tx, share, made);
  }
  if (settled.length === 0) {
    entries.push(['review', -made.amount]);
    log.error({ refund: made.id, orderId }, 'a refund was made elsewhere and fits no share');
  }
  await post(tx, { reason: 'refund made elsewhere', source: `refund:${made.id}`, entries });
}

/** The order's contributions, but for those whose own refund is at Stripe already, or may be. */
async function contributionsHere(
  tx: Tx,
  orderId: string,
  absentId?: string,
): Promise<Contribution[]> {
  const all = await tx.select().from(contributions).where(eq(contributions.orderId, orderId));
  const sent = await tx
    .select({ id: refunds.contributionId })
    .from(refunds)
    .where(
      and(
        eq(refunds.orderId, orderId),
        or(eq(refunds.status, 'pending'), and(eq(refunds.status, 'queued'), gt(refunds.tries, 0))),
      ),
    );
  const underWay = new Set(sent.map(({ id }) => id));
  return all.filter((one) => one.id === absentId || !underWay.has(one.id));
}

/** All that is left of a payment, or the one share of just this amount; else none. */
function sharesOf(held: Contribution[], amountCents: number): Contribution[] {
  const open = held.filter((one) =>
    ['paid', 'refund_pending', 'refund_failed'].includes(one.status),
  );
  const paid = open.filter((one) => one.status === 'paid');
  for (const candidates of [open, paid]) {
    const sum = candidates.reduce((total, one) => total + one.amountCents, 0);
    if (candidates.length > 0 && sum === amountCents) return candidates;
  }
  const fitting = open.filter((one) => one.amountCents === amountCents);
  // A share that is owed already comes first: that is what somebody meant to settle.
  const owed = fitting.find((one) => one.status !== 'paid');
  if (owed) return [owed];
  return fitting.length === 1 ? fitting : [];
}

async function settle(tx: Tx, share: Contribution, made: Stripe.Refund): Promise<void> {
  const settled = {
    status: 'succeeded',
    isBooked: true,
    stripeRefundId: made.id,
    settledAt: now(),
  };
  await tx
    .insert(refunds)
    .values({
      id: share.id,
      orderId: share.orderId,
      contributionId: share.id,
      paymentIntentId: share.stripePaymentId ?? '',
      amountCents: share.amountCents,
      reason: 'external',
      requestedAt: now(),
      ...settled,
    })
    .onConflictDoUpdate({ target: refunds.id, set: settled });
  await closeRefundRequests(tx, [share.id]);
  await queueMails(tx, [
    {
      name: 'refund-receipt',
      toEmail: share.email,
      params: { refundId: share.id },
      dedupeKey: `refund-receipt:${share.id}:${made.id}`,
    },
  ]);
}

/** A refund made elsewhere that failed: its shares are owed again, by us. */
async function putBack(tx: Tx, made: Stripe.Refund): Promise<void> {
  const again = await tx
    .update(refunds)
    .set({ status: 'failed', isBooked: false, failureReason: made.failure_reason ?? 'failed' })
    .where(and(eq(refunds.stripeRefundId, made.id), eq(refunds.isBooked, true)))
    .returning();
  const ids = again.flatMap(({ contributionId }) => contributionId ?? []);
  if (ids.length > 0) {
    await tx
      .update(contributions)
      .set({ status: 'refund_failed' })
      .where(inArray(contributions.id, ids));
  }
  await post(tx, {
    reason: 'refund failed, money is back',
    source: `refund-failed:${made.id}`,
    entries: [
      [again.length > 0 ? 'refunds' : 'review', made.amount],
      ['stripe', -made.amount],
    ],
  });
}
