import { eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { claimsOn } from '#app/funding/unmatched/claims.server.ts';
import { matchRefunds } from '#app/funding/unmatched/match-refunds.server.ts';
import { orderOfPayment } from '#app/funding/order-of-payment.server.ts';
import { withdrawShortfall } from '#app/funding/disputes/withdraw-shortfall.server.ts';
import { tellOfFailure } from './settle-failed.server.ts';
import type { Order } from '#app/funding/order.ts';
import { settleClaim } from '#app/funding/unmatched/settle-claim.server.ts';
import { idOf } from '#app/funding/stripe-payment.server.ts';
import { reopenKept, restate } from '#app/funding/unmatched/restate.server.ts';
import {
  lockOrderOf,
  lockUnmatched,
  setAside,
  tellUnmatched,
} from '#app/funding/unmatched.server.ts';
import { isPosted } from '#app/ledger/post.server.ts';
import { inTransaction, type Tx } from '#app/database/db.server.ts';
import { stripe } from '#app/stripe/stripe.server.ts';
import { unmatched } from '#db/schema.ts';

/**
 * A refund that was not made here but at the payment provider itself, or that nobody waits for any
 * more: it is unmatched, and matched at once with what it can only be of. Where its payment is not
 * known, it waits for that (`adopt-early-events.server.ts`).
 */
export async function recordOutsideRefund(made: Stripe.Refund): Promise<void> {
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
      await tx.update(unmatched).set({ paymentIntentId }).where(eq(unmatched.id, made.id));
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
