import { and, eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { readRefund, type Refund } from '#app/funding/transfers/refund.server.ts';
import { followRefund, PLACES, transferRefund } from '#app/funding/transfers/transfer.server.ts';
import { mailPayer } from '#app/funding/mail-payer.server.ts';
import { tellOfFailure } from './settle-failed.server.ts';
import { withdrawShortfall } from '#app/funding/disputes/dispute-withdrawn.server.ts';
import { orderOfPayment } from '#app/funding/order-of-payment.server.ts';
import type { Order } from '#app/funding/order.ts';
import { lockOrder, lockPayment } from '#app/funding/store.server.ts';
import { idOf } from '#app/funding/stripe-payment.server.ts';
import { claimsOn, settleClaim } from '#app/funding/unmatched/claims.server.ts';
import { matchRefunds } from '#app/funding/unmatched/match-refunds.server.ts';
import { reopenKept, restate } from '#app/funding/unmatched/restate.server.ts';
import {
  lockOrderOf,
  lockUnmatched,
  readUnmatched,
  setAside,
  tellUnmatched,
} from '#app/funding/unmatched.server.ts';
import { fromTo, isPosted, post } from '#app/ledger/post.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { changeRow, db, inTransaction, type Tx } from '#app/database/db.server.ts';
import { log } from '#app/platform/log.server.ts';
import { stripe } from '#app/stripe/stripe.server.ts';
import { refunds, unmatched } from '#db/schema.ts';

/** How far a refund at Stripe has come; it never goes back in this order. */
const RANK = { queued: 0, pending: 1, succeeded: 2, failed: 3 } as const;

type Stage = keyof typeof RANK;

/**
 * Brings a refund to what Stripe says of it now, whoever asks and in whatever order the events
 * came: the money leaves the books when it leaves Stripe's balance, and is owed again if it failed.
 */
export async function recordRefund(stripeRefundId: string): Promise<void> {
  const made = await stripe().refunds.retrieve(stripeRefundId);
  const known = await readRefund(db(), made.metadata?.allocation_id ?? '');
  const isFollowed = known && (await followOwn(known, made));
  // One that waits, for a bank debit under way, say, has moved nothing; it tells when it does.
  if (!isFollowed && (known || made.balance_transaction)) await recordOutsideRefund(made);
}

/** Whether a refund at Stripe is the one that an allocation waits for, or has: it follows it then. */
async function followOwn(known: Refund, made: Stripe.Refund): Promise<boolean> {
  return inTransaction(async (tx) => {
    await lockPayment(tx, known.orderId);
    const refund = await readRefund(tx, known.id);
    if (refund?.status === 'paid_otherwise' || (await readUnmatched(tx, made.id))) return false;
    if (!refund || !isItsOwn(refund, made)) return false;
    // What is booked is another refund of this allocation; only that one's own word takes it back.
    if (refund.isBooked && refund.stripeRefundId !== made.id) return false;
    await advance(tx, refund, made);
    // What was made at Stripe itself may have waited for word of this one.
    if (refund.status === 'queued') await matchRefunds(tx, refund.paymentIntentId);
    return true;
  });
}

/** Takes in every refund of a payment as it stands at Stripe. */
export async function recordRefundsOf(paymentIntentId: string): Promise<Stripe.Refund[]> {
  const list = stripe().refunds.list({ payment_intent: paymentIntentId, limit: 100 });
  const made: Stripe.Refund[] = [];
  for await (const one of list) {
    await recordRefund(one.id);
    made.push(one);
  }
  return made;
}

/** A refund that Stripe refused to make: it is owed still, and an administrator sees it. */
export async function recordRefusedRefund(refund: Refund, why: string): Promise<void> {
  log.error({ refundId: refund.id, why }, 'a refund was refused; it waits for an administrator');
  await inTransaction(async (tx) => {
    await lockPayment(tx, refund.orderId);
    const { id, status, attempt } = refunds;
    const [failed] = await tx
      .update(refunds)
      .set({ status: 'failed', failureReason: why, settledAt: now() })
      .where(and(eq(id, refund.id), eq(status, 'queued'), eq(attempt, refund.attempt)))
      .returning();
    if (failed) await tellOfFailure(tx, failed, String(failed.attempt));
  });
}

/**
 * Whether a refund at Stripe is the one that a row stands for: that of its attempt, or that of an
 * earlier one which turns out to have gone through although nothing was known of it.
 */
function isItsOwn(refund: Refund, made: Stripe.Refund): boolean {
  if (made.metadata?.attempt === String(refund.attempt)) return true;
  if (made.id === refund.stripeRefundId) return true;
  return refund.stripeRefundId === null && stageOf(made) !== 'failed';
}

async function advance(tx: Tx, refund: Refund, made: Stripe.Refund): Promise<void> {
  const stage = stageOf(made);
  const isTaken = refund.status === 'held' || refund.status === 'canceled';
  // What failed was one request; another of the same attempt may have got through.
  const isAnother = refund.status === 'failed' && refund.stripeRefundId !== made.id;
  const isStale = RANK[stage] < RANK[refund.status as Stage];
  if (!isTaken && !isAnother && isStale) return;
  const isOut = stage !== 'failed' && made.balance_transaction !== null;
  if (isOut !== refund.isBooked) await move(tx, refund, made, isOut);
  if (isTaken) {
    await changeRow(tx, refunds, refund.id, { stripeRefundId: made.id });
    return;
  }
  const isNews = stage !== refund.status;
  await changeRow(tx, refunds, refund.id, {
    status: stage,
    stripeRefundId: made.id,
    attempt: Number(made.metadata?.attempt ?? refund.attempt),
    failureReason: made.failure_reason ?? null,
    settledAt: stage === 'pending' ? null : (refund.settledAt ?? now()),
  });
  if (!isNews) return;
  if (stage === 'failed') return tellOfFailure(tx, refund, made.id);
  await followRefund(tx, refund, stage === 'pending' ? 'refund_pending' : 'refunded');
  if (stage === 'pending') return;
  const [order, refundId] = [await lockOrder(tx, refund.orderId), refund.id];
  await mailPayer(tx, order, 'refund-receipt', { refundId }, `${refundId}:${made.id}`);
}

/** Books money as having left Stripe's balance, or as having come back because a refund failed. */
async function move(tx: Tx, refund: Refund, made: Stripe.Refund, isOut: boolean): Promise<void> {
  // Where a dispute took the same money before, it is gone twice: that is nobody's but ours.
  const isTwice = refund.status === 'held' || refund.status === 'canceled';
  if (isTwice && isOut) log.error({ refundId: refund.id }, 'refunded although it was contested');
  const cause = {
    reason: isOut ? 'refund sent' : 'refund failed, money is back',
    source: `${isOut ? 'refund' : 'refund-failed'}:${made.id}`,
  };
  const back = stageOf(made) === 'failed' ? PLACES.failed : PLACES.owedAgain;
  if (isTwice) {
    const cents = isOut ? refund.amountCents : -refund.amountCents;
    await post(tx, { ...cause, entries: fromTo('disputes', 'stripe', cents) });
  } else if (isOut) {
    await transferRefund(tx, cause, refund, { from: 'refunds', to: PLACES.sent });
  } else {
    await transferRefund(tx, cause, refund, { from: 'stripe', to: back });
  }
  await changeRow(tx, refunds, refund.id, { isBooked: isOut });
}

function stageOf(made: Stripe.Refund): Exclude<Stage, 'queued'> {
  if (made.status === 'succeeded') return 'succeeded';
  return made.status === 'failed' || made.status === 'canceled' ? 'failed' : 'pending';
}

/**
 * A refund that was not made here but at the payment provider itself, or that nobody waits for any
 * more: it is unmatched, and matched at once with what it can only be of. Where its payment is not
 * known, it waits for that (`adopt-early-events.server.ts`).
 */
async function recordOutsideRefund(made: Stripe.Refund): Promise<void> {
  const paymentIntentId = idOf(made.payment_intent);
  const amountCents = await movedCents(made);
  // Recorded first, where the refund was quicker to be told of.
  if (paymentIntentId) await orderOfPayment(paymentIntentId);
  await inTransaction(async (tx) => {
    const order = await lockOrderOf(tx, paymentIntentId);
    const known = await lockUnmatched(tx, made.id);
    if (!known && amountCents !== 0 && !(await isPosted(tx, `refund:${made.id}`))) {
      const happenedAt = new Date(made.created * 1000);
      const row = { id: made.id, paymentIntentId, amountCents, happenedAt };
      await setAside(tx, row, `refund:${made.id}`);
    }
    if (known && !known.paymentIntentId) {
      await changeRow(tx, unmatched, made.id, { paymentIntentId });
    }
    if (known && !known.returnedAt && known.amountCents !== amountCents) {
      const booking = { source: `refund-failed:${made.id}`, reason: 'the refund failed' };
      const why = made.failure_reason ?? 'failed';
      const owed = await restate(tx, known, amountCents, { ...booking, why });
      for (const refund of owed) await tellOfFailure(tx, refund, made.id);
    }
    if ((await reopenKept(tx, paymentIntentId)) && order) await withdrawShortfall(tx, order);
    await matchOwn(tx, order, made);
    await matchRefunds(tx, paymentIntentId);
    if (order) await tellUnmatched(tx, made.id);
  });
}

/** One that this site made, and has lost its record of, names the share that it is of. */
async function matchOwn(tx: Tx, order: Order | undefined, made: Stripe.Refund): Promise<void> {
  const row = await lockUnmatched(tx, made.id);
  if (!row || row.openCents >= 0) return;
  const claims = await claimsOn(tx, order, []);
  const claim = claims.find(
    ({ id, kind }) => kind === 'share' && id === made.metadata?.allocation_id,
  );
  if (claim?.cents !== -row.openCents) return;
  await settleClaim(tx, order, { stripeRefundId: made.id, claim, cents: claim.cents });
}

/**
 * Cents that a refund has moved our balance in dollars by: below zero where it is out. One in another
 * currency went, and came back where it failed, each at a rate of its own.
 */
async function movedCents(made: Stripe.Refund): Promise<number> {
  const { amount, balance_transaction: out, failure_balance_transaction: back, status } = made;
  if (made.currency === 'usd') {
    return out && status !== 'failed' && status !== 'canceled' ? -amount : 0;
  }
  let cents = 0;
  for (const id of [idOf(out), idOf(back)]) {
    const moved = id ? await stripe().balanceTransactions.retrieve(id) : undefined;
    if (moved?.currency === 'usd') cents += moved.amount;
  }
  return cents;
}
