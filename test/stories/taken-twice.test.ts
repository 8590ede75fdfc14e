import fc from 'fast-check';
import { and, eq, isNull } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { recordDispute } from '#app/funding/disputes/record-dispute.server.ts';
import { recordRefundsOf } from '#app/funding/refunds/record-refund.server.ts';
import { requestRefund } from '#app/funding/refunds/request-refund.server.ts';
import { retryRefund, settleRefunds } from '#app/funding/refunds/send-refund.server.ts';
import { allocate } from '#app/funding/unmatched/allocate.server.ts';
import { undoAllocation } from '#app/funding/unmatched/undo-allocation.server.ts';
import { checkLedger } from '#app/ledger/check.server.ts';
import { db } from '#app/database/db.server.ts';
import { stripe } from '#app/stripe/stripe.server.ts';
import { allocations, contributions, refunds, unmatched } from '#db/schema.ts';
import { whatMustStand } from '#test/oracle/what-must-stand.ts';
import { orderIn } from '#test/support/desk.ts';
import { aProduct, idle, useStory } from '#test/support/story.ts';
import { control, Visitor } from '#test/support/visitor.ts';

const story = useStory({ CHECKOUTS_TIMES: '1000' });

/** What a giver, a bank, Stripe, and an administrator may do to a payment; `at` chooses of what, and how much. */
const step = fc.record({
  does: fc.constantFrom(
    ...(['refund', 'retry', 'fail', 'fail', 'arrive', 'contest', 'contest', 'close'] as const),
    ...(['move', 'stray', 'stray', 'allocate', 'allocate', 'undo', 'undo', 'undo'] as const),
  ),
  at: fc.nat(100),
});

it(
  'however refunds, disputes and allocations of a payment follow each other, what stands is what was paid less what is gone',
  { retry: 0, timeout: 600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 24 }), async (steps) => {
        const payment = await aPayment();
        for (const { does, at } of steps) {
          await payment[does](at);
          await payment.settle();
          expect(await checkLedger()).toEqual([]);
          await payment.standsAsPaid();
        }
      }),
      { numRuns: Number(process.env.PROPERTY_RUNS ?? 8) },
    );
  },
);

/** $100 for two products by a card to which refunds arrive late; what is done to it, one at a time. */
async function aPayment() {
  await control(story, 'webhooks', { down: false });
  const [soup, soap] = [await aProduct(), await aProduct()];
  const giver = new Visitor(story);
  const { body } = await giver.commit([soup.id, 60], [soap.id, 40]);
  await giver.payOnHostedPage(body.sessionId, '4000 0000 0000 7726');
  const order = await orderIn('paid', body.sessionId);
  const payment_intent = order.paymentIntentId ?? '';
  // All that happens is taken in by `settle`, not by events that come in between.
  await control(story, 'webhooks', { down: true });
  const ids: string[] = [];
  const ofOrder = eq(contributions.orderId, order.id);
  const shares = () => db().select().from(contributions).where(ofOrder);
  const paid = async () => (await shares()).filter(({ status }) => status === 'paid');
  const rows = () => db().select().from(refunds).where(eq(refunds.orderId, order.id));
  const made = async () => (await stripe().refunds.list({ payment_intent, limit: 100 })).data;
  const stands = and(eq(unmatched.paymentIntentId, payment_intent), isNull(unmatched.returnedAt));
  const strays = () => db().select().from(unmatched).where(stands);
  const pick = <T>(some: T[], at: number) => some[at % Math.max(1, some.length)];
  return {
    async refund(at: number) {
      const share = pick(await paid(), at);
      if (share) await requestRefund(share.id, { reason: 'requested' });
    },
    async retry(at: number) {
      const failed = (await rows()).filter(({ status }) => status === 'failed');
      const one = pick(failed, at);
      if (one) await retryRefund(one.id);
    },
    async fail(at: number) {
      const one = pick(await made(), at);
      if (one) await may(control(story, `refunds/${one.id}`, { outcome: 'failed' }));
    },
    async arrive(at: number) {
      const pending = (await made()).filter(({ status }) => status === 'pending');
      const one = pick(pending, at);
      if (one) await may(control(story, `refunds/${one.id}`, { outcome: 'succeeded' }));
    },
    async contest(at: number) {
      const amount = 2_000 + 1_000 * (at % 6);
      const dispute = await may(control(story, 'dispute', { payment_intent, amount }));
      if (dispute) ids.push(dispute.id);
    },
    async close(at: number) {
      const id = pick(ids, at);
      const outcome = at % 2 ? 'won' : 'lost';
      const part = at % 3 ? {} : { amount: 500 + at };
      if (id) await may(control(story, `dispute/${id}/close`, { outcome, ...part }));
    },
    async move(at: number) {
      const id = pick(ids, at);
      const amount = (at % 2 ? 1 : -1) * (500 + at * 7);
      if (id) await may(control(story, `dispute/${id}/funds`, { amount }));
    },
    async stray(at: number) {
      await may(stripe().refunds.create({ payment_intent, amount: 1_000 * (1 + (at % 5)) }));
    },
    async allocate(at: number) {
      const open = (await strays()).filter(({ openCents }) => openCents < 0);
      const [stray, share] = [pick(open, at), pick(await paid(), at)];
      if (!stray || !share) return;
      const words = { paidOn: null, reference: '', reason: 'By a test.', isAnyway: false };
      const wish = { id: crypto.randomUUID(), subject: stray.id, to: share.id, ...words };
      await db().transaction((tx) => allocate(tx, wish));
    },
    async undo(at: number) {
      const own = (await strays()).map(({ id }) => id);
      const known = await db().select().from(allocations).where(isNull(allocations.withdrawnAt));
      const one = pick(
        known.filter(({ unmatchedId }) => own.includes(unmatchedId ?? '')),
        at,
      );
      if (one) await db().transaction((tx) => undoAllocation(tx, one.id, 'By a test.'));
    },
    /** Takes in what has happened at Stripe. */
    async settle() {
      for (const id of ids) await recordDispute(id);
      await recordRefundsOf(payment_intent);
      await settleRefunds();
      await recordRefundsOf(payment_intent);
      for (const id of ids) await recordDispute(id);
      await idle();
    },
    /** What went at Stripe and is of nothing known here stands here still. */
    async standsAsPaid() {
      const now = await rows();
      const out = new Set(now.filter(({ isBooked }) => isBooked).map(({ id }) => id));
      // Of one that waits for a dispute's end, that may have taken a part.
      if (now.some(({ status, isBooked }) => status === 'queued' && !isBooked)) return;
      const here = (await shares()).filter(
        ({ id, status }) =>
          ['paid', 'refund_pending', 'refund_failed'].includes(status) && !out.has(id),
      );
      const there = (await whatMustStand(stripe())).payments.get(payment_intent)!;
      const goneCents = there.refundedCents + there.disputedCents;
      const openCents = (await strays()).reduce((sum, { openCents: cents }) => sum + cents, 0);
      expect(here.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(
        Math.max(0, there.paidCents - goneCents - openCents),
      );
    },
  };
}

/** What the payment provider refuses does not happen. */
async function may<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    const { message } = error as Error;
    if (/dispute|refund|charge|cents|closed/i.test(message)) return undefined;
    throw error;
  }
}
