import { and, asc, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm';
import Stripe from 'stripe';
import { readRefund, type Refund } from '#app/funding/transfers/refund.server.ts';
import { followRefund } from '#app/funding/transfers/transfer.server.ts';
import { recordRefund, recordRefundsOf, recordRefusedRefund } from './record-refund.server.ts';
import { hasOpenDispute, lockOrder } from '#app/funding/store.server.ts';
import { wentBackOf } from '#app/funding/unmatched.server.ts';
import { pagesOf } from '#app/kit/batches.ts';
import { isUuid } from '#app/kit/text.ts';
import { mustWaitForClocks } from '#app/stripe/clocks.server.ts';
import { db, inTransaction, type Tx } from '#app/database/db.server.ts';
import { log } from '#app/platform/log.server.ts';
import { stripe } from '#app/stripe/stripe.server.ts';
import { orders, refunds } from '#db/schema.ts';

/**
 * Sends a refund that is owed, once: under a key that follows from the allocation, and, wherever an
 * earlier request may have got through, only after looking for it at Stripe.
 * Waits while the payment is contested, or the clocks disagree. Throws where Stripe is out of reach: try again.
 */
export async function sendRefund(refundId: string): Promise<void> {
  if (await mustWaitForClocks('refund')) return;
  await followAdopted(refundId);
  const refund = await takeForSending(refundId);
  if (!refund) return;
  const isSecondTry = refund.tries > 1 || refund.attempt > 1;
  const there = isSecondTry ? await findRefund(refund) : undefined;
  const sent = there ?? (await createRefund(refund));
  if (sent) await recordRefund(sent.id);
}

/** Of a payment whose order was lost, a refund may have been sent before that: it is taken in first. */
async function followAdopted(refundId: string): Promise<void> {
  const [adopted] = isUuid(refundId)
    ? await db()
        .select({ paymentIntentId: refunds.paymentIntentId })
        .from(refunds)
        .innerJoin(orders, eq(orders.id, refunds.orderId))
        .where(and(eq(refunds.id, refundId), isNotNull(orders.adoptedAt)))
    : [];
  if (adopted) await recordRefundsOf(adopted.paymentIntentId);
}

/** Sends what is owed and asks after what is on its way; the failures of some do not stop others. */
export async function settleRefunds(onProgress: (done: number) => void = () => {}) {
  let done = 0;
  const isUnsettled = inArray(refunds.status, ['queued', 'pending']);
  const pages = pagesOf(async (last?: Refund) =>
    db()
      .select()
      .from(refunds)
      .where(and(isUnsettled, last && gt(refunds.id, last.id)))
      .orderBy(asc(refunds.id))
      .limit(100),
  );
  for await (const page of pages) {
    for (const refund of page) {
      try {
        if (refund.status === 'queued') await sendRefund(refund.id);
        else if (refund.stripeRefundId) await recordRefund(refund.stripeRefundId);
      } catch (error) {
        log.error(
          { err: error, refundId: refund.id },
          'a refund was not settled; tried again later',
        );
      }
      onProgress((done += 1));
    }
  }
  return done;
}

/**
 * Puts a failed refund back among those to be sent, as a new attempt with a key of its own; whoever
 * calls this has it sent. Where cents of its payment went
 * back at Stripe itself and are of no share, its payer has them: it is sent only where somebody has said
 * that it is all the same (`isAnyway`).
 */
export async function requeueRefund(refundId: string, isAnyway: boolean, within: Tx = db()) {
  const wentBack = wentBackOf(sql`refunds.payment_intent_id`);
  const failed = and(eq(refunds.id, refundId), eq(refunds.status, 'failed'));
  const [known] = isUuid(refundId)
    ? await within.select({ orderId: refunds.orderId, wentBack }).from(refunds).where(failed)
    : [];
  if (!known) return { isAgain: false, wentBackCents: 0 };
  return inTransaction(async (tx) => {
    await lockOrder(tx, known.orderId);
    const [again] = await tx
      .update(refunds)
      .set({
        status: 'queued',
        attempt: sql`${refunds.attempt} + 1`,
        tries: 0,
        stripeRefundId: null,
        failureReason: null,
        settledAt: null,
      })
      .where(and(failed, isAnyway ? undefined : eq(wentBack, 0)))
      .returning();
    if (again) await followRefund(tx, again, 'refund_pending');
    return { isAgain: again !== undefined, wentBackCents: known.wentBack };
  }, within);
}

/** Counts a try before anything is asked of Stripe; undefined where nothing is to be sent now. */
async function takeForSending(refundId: string): Promise<Refund | undefined> {
  const known = await readRefund(db(), refundId);
  if (!known) return undefined;
  return inTransaction(async (tx) => {
    await lockOrder(tx, known.orderId);
    if (await hasOpenDispute(tx, known.orderId)) return undefined;
    const [taken] = await tx
      .update(refunds)
      .set({ tries: sql`${refunds.tries} + 1` })
      .where(and(eq(refunds.id, refundId), eq(refunds.status, 'queued')))
      .returning();
    return taken;
  });
}

/**
 * The refund of this allocation, if Stripe already has it: of this attempt in whatever state, or of
 * an earlier one that is not known to have failed.
 */
async function findRefund(refund: Refund): Promise<Stripe.Refund | undefined> {
  const made = stripe().refunds.list({ payment_intent: refund.paymentIntentId, limit: 100 });
  let thisAttempt: Stripe.Refund | undefined;
  for await (const one of made) {
    const { allocation_id: allocation, attempt } = one.metadata ?? {};
    if (allocation !== refund.id) continue;
    if (one.status !== 'failed' && one.status !== 'canceled') return one;
    if (attempt === String(refund.attempt)) thisAttempt = one;
  }
  return thisAttempt;
}

/** Stripe says a refusal again to its key for a day, even when the dispute has been won by then. */
async function takeAnotherKey({ id, attempt }: Refund): Promise<void> {
  const isHeldBack = inArray(refunds.status, ['queued', 'held']);
  await db()
    .update(refunds)
    .set({ attempt: attempt + 1 })
    .where(and(eq(refunds.id, id), isHeldBack, eq(refunds.attempt, attempt)));
}

async function createRefund(refund: Refund): Promise<Stripe.Refund | undefined> {
  try {
    return await stripe().refunds.create(
      {
        payment_intent: refund.paymentIntentId,
        amount: refund.amountCents,
        reason: 'requested_by_customer',
        metadata: {
          allocation_id: refund.id,
          attempt: String(refund.attempt),
          order_id: refund.orderId,
          why: refund.reason,
        },
      },
      { idempotencyKey: `refund:${refund.id}:${refund.attempt}` },
    );
  } catch (error) {
    const { StripeInvalidRequestError, StripeIdempotencyError } = Stripe.errors;
    if (error instanceof StripeInvalidRequestError && error.code === 'charge_disputed') {
      // The dispute's own event says what becomes of the money; without one, nobody will.
      if (await hasOpenDispute(db(), refund.orderId)) await takeAnotherKey(refund);
      else await recordRefusedRefund(refund, 'charge_disputed');
      return undefined;
    }
    const isRefused = error instanceof StripeInvalidRequestError;
    // The same request is under way elsewhere (409): what comes of it is not known yet.
    const isKeyTaken = error instanceof StripeIdempotencyError && error.statusCode !== 409;
    if (!isRefused && !isKeyTaken) throw error;
    const there = await findRefund(refund);
    // It may have been refunded at the provider itself: that is then what settles it.
    if (!there) await recordRefundsOf(refund.paymentIntentId);
    if (!there) await recordRefusedRefund(refund, error.code ?? error.type);
    return there;
  }
}
