import { and, eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { matchRefunds } from '#app/funding/match-refunds.server.ts';
import { orderOfPayment } from '#app/funding/order-of-payment.server.ts';
import { tellOfFailure } from '#app/funding/settle-failed.server.ts';
import { idOf } from '#app/funding/stripe-payment.server.ts';
import { reverse } from '#app/funding/undo-allocation.server.ts';
import {
  lockOrderOf,
  readUnmatched,
  setAside,
  STANDS,
  tellUnmatched,
  type Unmatched,
} from '#app/funding/unmatched.server.ts';
import { isPosted, post } from '#app/ledger/post.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { db, type Tx } from '#app/platform/db.server.ts';
import { stripe } from '#app/platform/stripe.server.ts';
import { allocations, unmatched } from '#db/schema.ts';

/**
 * A refund that was not made here but at the payment provider itself, or that nobody waits for any
 * more: it is unmatched, and matched at once with what it can only be of. Where its payment is not
 * known, it waits for that (`take-up.server.ts`).
 */
export async function recordOutsideRefund(made: Stripe.Refund): Promise<void> {
  const paymentIntentId = idOf(made.payment_intent);
  const cents = await dollarCents(made);
  if (cents === undefined) return;
  const isFailed = made.status === 'failed' || made.status === 'canceled';
  const isOut = !isFailed && made.balance_transaction !== null;
  // Recorded first, where the refund was quicker to be told of.
  if (paymentIntentId) await orderOfPayment(paymentIntentId);
  await db().transaction(async (tx) => {
    const order = await lockOrderOf(tx, paymentIntentId);
    const known = await readUnmatched(tx, made.id);
    if (isOut && !known && !(await isPosted(tx, `refund:${made.id}`))) {
      const happenedAt = new Date(made.created * 1000);
      const row = { id: made.id, paymentIntentId, amountCents: -cents, happenedAt };
      await setAside(tx, row, `refund:${made.id}`);
    }
    if (known && !known.paymentIntentId) {
      await tx.update(unmatched).set({ paymentIntentId }).where(eq(unmatched.id, made.id));
    }
    if (!isOut && known && !known.returnedAt) await putBack(tx, known, made);
    await matchRefunds(tx, paymentIntentId);
    if (order) await tellUnmatched(tx, made.id);
  });
}

/**
 * What a refund takes out of our balance in dollars; one in another currency does where its payment
 * came to dollars. Undefined where it takes nothing out of that.
 */
async function dollarCents(made: Stripe.Refund): Promise<number | undefined> {
  if (made.currency === 'usd') return made.amount;
  const id = idOf(made.balance_transaction);
  const moved = id ? await stripe().balanceTransactions.retrieve(id) : undefined;
  return moved?.currency === 'usd' ? -moved.amount : undefined;
}

/** One that failed: what it settled is owed again, by us, and what it was allocated to has it back. */
async function putBack(tx: Tx, { id, amountCents }: Unmatched, made: Stripe.Refund): Promise<void> {
  const standing = and(eq(allocations.unmatchedId, id), STANDS);
  const parts = await tx.select().from(allocations).where(standing);
  const why = made.failure_reason ?? 'failed';
  const owed = await reverse(tx, parts, 'the refund failed', why);
  await tx.update(unmatched).set({ openCents: 0, returnedAt: now() }).where(eq(unmatched.id, id));
  await post(tx, {
    reason: 'refund failed, money is back',
    source: `refund-failed:${id}`,
    entries: [
      ['stripe', amountCents],
      ['review', -amountCents],
    ],
  });
  for (const refund of owed) await tellOfFailure(tx, refund, made.id);
}
