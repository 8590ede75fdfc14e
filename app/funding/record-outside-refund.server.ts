import { and, eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { claimByStrays } from '#app/funding/claim-by-strays.server.ts';
import { claimsOn, meantBy } from '#app/funding/claims-on-payment.server.ts';
import { followRefund } from '#app/funding/follow-refund.server.ts';
import type { Order } from '#app/funding/order.ts';
import { orderOfPayment } from '#app/funding/order-of-payment.server.ts';
import type { Refund } from '#app/funding/refund.ts';
import { settleClaims, tellOfRefund } from '#app/funding/settle-claims.server.ts';
import { settleFailed } from '#app/funding/settle-failed.server.ts';
import { lockOrder } from '#app/funding/store.server.ts';
import { idOf } from '#app/funding/stripe-payment.server.ts';
import * as strays from '#app/funding/strays.server.ts';
import type { Account } from '#app/ledger/accounts.ts';
import { balanceOfSource, isPosted, post } from '#app/ledger/post.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { db, type Tx } from '#app/platform/db.server.ts';
import { log } from '#app/platform/log.server.ts';
import { queueMails } from '#app/platform/mail-queue.server.ts';
import { notifyAdministrators } from '#app/platform/notify-administrators.server.ts';
import { refunds } from '#db/schema.ts';

/**
 * A refund that was not made here but at the payment provider itself: it is held against what the
 * payment still has (`claims-on-payment.server.ts`). What it is meant for is settled by it; what is
 * left of it is a stray that an administrator decides on. `absentId` is an allocation whose own
 * refund was looked for at Stripe and is not there.
 */
export async function recordOutsideRefund(made: Stripe.Refund, absentId?: string): Promise<void> {
  const paymentIntentId = idOf(made.payment_intent);
  const order = paymentIntentId ? await orderOfPayment(paymentIntentId) : undefined;
  if (!order) return;
  const isFailed = made.status === 'failed' || made.status === 'canceled';
  const isOut = !isFailed && made.balance_transaction !== null;
  await db().transaction(async (tx) => {
    const locked = await lockOrder(tx, order.id);
    const isBooked = await isPosted(tx, `refund:${made.id}`);
    const isBack = await isPosted(tx, `refund-failed:${made.id}`);
    if (locked && isOut && !isBooked) await takeOut(tx, locked, made, absentId);
    if (locked && isOut && isBooked && !isBack) await makeKnown(tx, locked, made);
    if (!isOut && isBooked && !isBack) await putBack(tx, made);
    if (locked) await claimByStrays(tx, locked);
    if (made.status === 'succeeded') await finish(tx, made);
  });
}

async function takeOut(
  tx: Tx,
  order: Order,
  made: Stripe.Refund,
  absentId: string | undefined,
): Promise<void> {
  const meant = meantBy(made.amount, await claimsOn(tx, order, absentId));
  const { entries } = await settleClaims(tx, order, meant, made.id);
  entries.push(['stripe', made.amount]);
  for (const { amountCents } of meant.strays) entries.push(['review', amountCents]);
  await strays.settleStrays(
    tx,
    meant.strays.map(({ id }) => id),
    made.id,
  );
  if (meant.leftCents > 0) {
    const { leftCents: amountCents, refundId } = meant;
    await strays.openStray(tx, { id: made.id, orderId: order.id, refundId, amountCents });
    entries.push(['review', -amountCents]);
    log.error({ refund: made.id, orderId: order.id }, 'a refund was made elsewhere, for nothing');
  }
  await post(tx, { reason: 'refund made elsewhere', source: `refund:${made.id}`, entries });
}

/**
 * One that was booked before there were rows of strays, or by a process that writes none: it gets
 * its row and its order, so that it can be what settles what is owed.
 */
async function makeKnown(tx: Tx, order: Order, made: Stripe.Refund): Promise<void> {
  const stray = await strays.readStray(tx, made.id);
  if (stray && !stray.orderId) await strays.setOrder(tx, made.id, order.id);
  const outCents = -(await balanceOfSource(tx, `refund:${made.id}`, 'review'));
  const [own] = await tx.select().from(refunds).where(eq(refunds.stripeRefundId, made.id));
  if (stray || own || outCents <= 0) return;
  const known = { id: made.id, orderId: order.id, refundId: null, amountCents: outCents };
  await strays.openStray(tx, known);
}

/**
 * A refund made elsewhere that failed: what it settled, alone or with others, is owed again, by us,
 * and what it was for nothing is back.
 */
async function putBack(tx: Tx, made: Stripe.Refund): Promise<void> {
  const own = await strays.returnStray(tx, made.id);
  const wasPart = own ? undefined : (await strays.readStray(tx, made.id))?.settledBy;
  const settling = wasPart ?? made.id;
  const failed = await oweAgain(tx, settling, made.failure_reason ?? 'failed');
  const owedCents = failed.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const entries: [Account, number][] = [
    ['stripe', -made.amount],
    ['refunds', owedCents],
  ];
  if (own) entries.push(own);
  const others = await strays.reopenStrays(tx, settling);
  const open = others.filter(({ id }) => id !== made.id);
  if (wasPart) {
    const part = others.find(({ id }) => id === made.id);
    if (part) await strays.returnStray(tx, part.id);
    // The refund that made them whole is for nothing now, as the other parts of it are.
    const partsCents = others.reduce((sum, { amountCents }) => sum + amountCents, 0);
    const orderId = part?.orderId ?? null;
    const stray = { id: settling, orderId, refundId: null, amountCents: owedCents - partsCents };
    // Where strays alone had made it whole, it is one of them.
    if (stray.amountCents > 0) await strays.openStray(tx, stray);
    entries.push(['review', -stray.amountCents]);
  }
  for (const { amountCents } of open) entries.push(['review', -amountCents]);
  await post(tx, {
    reason: 'refund failed, money is back',
    source: `refund-failed:${made.id}`,
    entries,
  });
  await tellOfFailures(tx, failed, made);
}

/** What a refund at Stripe had settled is owed again, as failed. */
async function oweAgain(tx: Tx, stripeRefundId: string, why: string): Promise<Refund[]> {
  const again = await tx
    .update(refunds)
    .set({ status: 'failed', isBooked: false, failureReason: why })
    .where(and(eq(refunds.stripeRefundId, stripeRefundId), eq(refunds.isBooked, true)))
    .returning();
  for (const refund of again) await followRefund(tx, refund, 'refund_failed');
  return again;
}

/** What has failed is told of, unless something else has settled it. */
async function tellOfFailures(tx: Tx, failed: Refund[], made: Stripe.Refund): Promise<void> {
  for (const { id, orderId } of failed) {
    if (await settleFailed(tx, id)) continue;
    const key = `${id}:${made.id}`;
    await notifyAdministrators(tx, 'refund-failed', { params: { refundId: id }, key });
    const toEmail = (await lockOrder(tx, orderId))?.email;
    if (!toEmail) continue;
    const dedupeKey = `refund-failed:${key}`;
    await queueMails(tx, [{ name: 'refund-failed', toEmail, params: { refundId: id }, dedupeKey }]);
  }
}

/** One that was on its way has arrived. */
async function finish(tx: Tx, made: Stripe.Refund): Promise<void> {
  const arrived = await tx
    .update(refunds)
    .set({ status: 'succeeded', settledAt: now() })
    .where(and(eq(refunds.stripeRefundId, made.id), eq(refunds.status, 'pending')))
    .returning();
  for (const refund of arrived) {
    await followRefund(tx, refund, 'refunded');
    const order = await lockOrder(tx, refund.orderId);
    await tellOfRefund(tx, refund.id, order?.email ?? null, made.id);
  }
}
