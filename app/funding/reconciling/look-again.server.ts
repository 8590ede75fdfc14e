import { and, eq, isNull } from 'drizzle-orm';
import type Stripe from 'stripe';
import { matchRefunds } from '#app/funding/unmatched/match-refunds.server.ts';
import { NotRecordedYet, orderOfPayment } from '#app/funding/order-of-payment.server.ts';
import { postFee } from '#app/funding/post-fee.server.ts';
import { recordDispute } from '#app/funding/disputes/record-dispute.server.ts';
import { recordRefund } from '#app/funding/refunds/record-refund.server.ts';
import { findOrderByPayment } from '#app/funding/store.server.ts';
import { idOf } from '#app/funding/stripe-payment.server.ts';
import {
  readUnmatched,
  setAside,
  tellUnmatched,
  openSince,
  unmatchedOf,
} from '#app/funding/unmatched.server.ts';
import { isPosted } from '#app/ledger/post.server.ts';
import { daysAgo } from '#app/platform/clock.server.ts';
import { db, inTransaction } from '#app/database/db.server.ts';
import { log } from '#app/platform/log.server.ts';
import { disputes } from '#db/schema.ts';

/** Stripe itself goes on telling of an event for so long; then what fits nothing is told of. */
const LOOKED_AGAIN_DAYS = 3;

/** Once a payment is recorded: matches refunds that came before it, and books its disputes. */
export async function adoptEarlyEventsNow(paymentIntentId: string): Promise<void> {
  await inTransaction((tx) => matchRefunds(tx, paymentIntentId));
  const ofIt = and(eq(disputes.paymentIntentId, paymentIntentId), isNull(disputes.orderId));
  for (const { id } of await db().select().from(disputes).where(ofIt)) await recordDispute(id);
  for (const { id } of await unmatchedOf(db(), paymentIntentId)) await tellUnmatched(db(), id);
}

/**
 * Looks again at what is unmatched: of a payment that is known, as long as it is, and of none, for three
 * days; then tells administrators of it, once. Returns how many there were.
 */
export async function lookAgain(): Promise<number> {
  const waiting = await openSince(daysAgo(LOOKED_AGAIN_DAYS + 1));
  for (const { id, paymentIntentId, bookedAt } of waiting) {
    try {
      if (!paymentIntentId) await recordRefund(id);
      else if (await orderOfPayment(paymentIntentId)) await adoptEarlyEventsNow(paymentIntentId);
      else if (bookedAt < daysAgo(LOOKED_AGAIN_DAYS)) await tellUnmatched(db(), id);
    } catch (error) {
      log.error({ err: error, id }, 'what is unmatched was not looked at again; tried later');
    }
  }
  return waiting.length;
}

/**
 * Takes in what a balance transaction moved and no event has told of, or nobody knows: a payment that
 * carries nothing of ours is unmatched, and its fee the project's own. Whether it is one.
 */
export async function takeInForeign(moved: Stripe.BalanceTransaction): Promise<boolean> {
  const { source } = moved;
  if (!source || typeof source === 'string' || moved.currency !== 'usd') return false;
  const booked = moved.type === 'refund_failure' ? 'refund-failed' : 'refund';
  if (source.object === 'refund' && !(await isPosted(db(), `${booked}:${source.id}`))) {
    await recordRefund(source.id);
  }
  // A bank debit under way may yet fail.
  const isPaid = source.object === 'charge' && source.status === 'succeeded';
  if (!isPaid || moved.amount <= 0) return false;
  const paymentIntentId = idOf(source.payment_intent);
  if (paymentIntentId && (await findOrderByPayment(paymentIntentId))) return false;
  const id = paymentIntentId ?? source.id;
  if (await readUnmatched(db(), id)) return false;
  if (paymentIntentId && (await isOfAnOrder(paymentIntentId))) return false;
  const happenedAt = new Date(source.created * 1000);
  await inTransaction(async (tx) => {
    const row = { id, paymentIntentId, amountCents: moved.amount, happenedAt };
    await setAside(tx, row, `payment:${id}`);
    await postFee(tx, { transactionId: moved.id, cents: moved.fee }, []);
    await matchRefunds(tx, paymentIntentId);
  });
  return true;
}

async function isOfAnOrder(paymentIntentId: string): Promise<boolean> {
  try {
    return (await orderOfPayment(paymentIntentId)) !== undefined;
  } catch (error) {
    if (error instanceof NotRecordedYet) return true;
    throw error;
  }
}
