import fc from 'fast-check';
import { and, eq, inArray, isNull, lt, ne } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { audit } from '#app/admin/audit/audit.server.ts';
import { retryFailedRefund } from '#app/admin/people/refund-money.server.ts';
import { payRefundOutside } from '#app/admin/people/paid-outside.server.ts';
import type { Order } from '#app/funding/order.ts';
import { requestRefund } from '#app/funding/refunds/request-refund.server.ts';
import { hasOpenDispute } from '#app/funding/store.server.ts';
import { balanceOf } from '#app/ledger/post.server.ts';
import { checkLedger } from '#app/ledger/check.server.ts';
import { db } from '#app/database/db.server.ts';
import { stripe } from '#app/stripe/stripe.server.ts';
import { reconcile } from '#app/reconcile.ts';
import { allocations, contributions, disputes, orders, refunds, unmatched } from '#db/schema.ts';
import { orderIn } from '#test/support/books.ts';
import { differences } from '#test/oracle/compare.ts';
import { whatMustStand } from '#test/oracle/what-must-stand.ts';
import { paidOtherwise } from '#test/support/desk.ts';
import { keep } from '#test/support/refund-desk.ts';
import { sendReviewBack } from '#test/support/send-review-back.ts';
import { aProduct, useStory } from '#test/support/story.ts';
import { control, Visitor } from '#test/support/visitor.ts';
import { rowsWhere } from '#test/support/gifts.ts';

const story = useStory({ CHECKOUTS_TIMES: '1000' });
const BY = { actor: 'command line' } as const;
const SHARES = [50, 30];
const CENTS = 8_000;

/** What may become of a payment of two shares, or of one under review. */
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.oneof(fc.constantFrom('ask', 'note', 'keep', 'retry', 'deaf', 'hear', 'error')),
  },
  {
    weight: 4,
    arbitrary: fc.oneof(
      fc.constantFrom('contest', 'contest 80', 'contest 35', 'contest 5.37', 'inquire'),
      fc.constantFrom('won', 'won 20', 'won 0.01', 'lost', 'lost 30', 'again', 'poor', 'rich'),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom('succeeds 0', 'fails 0', 'fails 1', 'fails 2', 'succeeds 1'),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom('80', '50', '30', '20', '15', 'own').map((what) => `made ${what}`),
  },
);

/** How things begin that chance would seldom find. */
const beginning = fc.constantFrom(
  [],
  ['ask', 'fails 0'],
  ['ask', 'fails 0', 'note'],
  ['ask', 'fails 0', 'ask', 'fails 0', 'note', 'note'],
  ['ask', 'fails 0', 'note', 'made 50'],
  ['ask', 'fails 0', 'note', 'made own'],
  ['ask', 'fails 0', 'note', 'contest'],
  ['keep', 'made 30'],
  ['keep', 'contest 35', 'made 20', 'lost'],
  ['made 15', 'made 15', 'made 20', 'made 30'],
  ['error', 'ask', 'made 50', 'hear', 'ask'],
  ['ask', 'contest', 'fails 0'],
  ['poor', 'made 50', 'contest', 'rich'],
  ['contest 5.37', 'ask', 'lost'],
  ['ask', 'contest 80', 'lost 50'],
  ['contest', 'won 20', 'again'],
  ['contest 35', 'contest 5.37', 'won'],
);

it(
  'whatever is refunded, contested, kept and paid another way, the books come out right',
  { retry: 0, timeout: 600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        beginning,
        fc.array(step, { minLength: 2, maxLength: 9 }),
        fc.boolean(),
        fc.nat(2),
        async (first, then, isReview, speed) => {
          const order = await aPayment(isReview, speed > 0 ? '4000 0000 0000 7726' : undefined);
          const before = await lossesNow();
          for (const now of [...first, ...then]) {
            await take(now, order);
            expect([now, await checkLedger()]).toEqual([now, []]);
          }
          await allIsWell();
          expect((await reconcile()).failedEvents).toBe(0);
          await reconcile();
          expect(await checkLedger()).toEqual([]);
          const { entries, donations, balance } = await audit();
          const differ = entries.filter(
            ({ is_demo, discrepancy }) => !is_demo && discrepancy !== 0,
          );
          expect([differ, donations.discrepancy, balance.discrepancy]).toEqual([[], 0, 0]);
          // Nobody has more back than they paid, but for what is called lost, contested or unknown.
          const known = (await lossesNow()) - before;
          expect((await backOf(order)) - CENTS).toBeLessThanOrEqual(known);
          await nothingStandsThatLeft(order);
          expect(await differences(await whatMustStand(stripe()), true)).toEqual([]);
          await settleQuestions();
        },
      ),
      { numRuns: Number(process.env.PROPERTY_RUNS ?? 8) },
    );
  },
);

/** Nothing stands or is owed beside a refund that is unmatched, but where somebody or a dispute decides. */
async function nothingStandsThatLeft(order: Order): Promise<void> {
  const open = await openRefunds();
  const isOpen = (await standing(order)).length > 0 || (await hasOpenDispute(db(), order.id));
  if (open.length > 0 && !isOpen) expect(await claimsOf(order)).toEqual([]);
}

/** Stripe answers, has money, and is heard. */
async function allIsWell(): Promise<void> {
  await control(story, 'webhooks', { down: false });
  await control(story, 'faults', { fail: null });
  await control(story, 'balance', { available: null });
}

async function aPayment(isReview: boolean, card: string | undefined): Promise<Order> {
  const visitor = new Visitor(story);
  const products = await Promise.all(SHARES.map(() => aProduct()));
  const items = products.map(({ id }, at): [number, number] => [id, SHARES[at] ?? 0]);
  const { body } = await visitor.commit(...items);
  const own = eq(orders.sessionId, body.sessionId);
  if (isReview) await db().update(orders).set({ currency: 'eur' }).where(own);
  await visitor.payOnHostedPage(body.sessionId, card);
  return orderIn(isReview ? 'review' : 'paid', body.sessionId);
}

async function take(what: string, order: Order): Promise<void> {
  const payment_intent = order.paymentIntentId ?? '';
  const [does, dollars] = what.split(' ');
  switch (does) {
    case 'ask':
      return ask(order);
    case 'made':
      await make(order, dollars ?? '');
      break;
    case 'succeeds':
    case 'fails':
      await endOne(payment_intent, Number(dollars), does === 'fails' ? 'failed' : 'succeeded');
      break;
    case 'poor':
    case 'rich':
      await control(story, 'balance', { available: does === 'poor' ? 0 : null });
      break;
    case 'error':
      await control(story, 'faults', {
        fail: { status: 500, percent: 100, next: 1, path: '/v1/refunds', method: 'post' },
      });
      break;
    case 'contest':
    case 'inquire':
      await control(story, 'dispute', {
        payment_intent,
        inquiry: does === 'inquire',
        ...(dollars ? { amount: Math.round(Number(dollars) * 100) } : {}),
      }).catch(() => {});
      break;
    case 'won':
    case 'lost':
    case 'again':
      await decideDisputes(payment_intent, does, dollars);
      break;
    case 'deaf':
    case 'hear':
      await control(story, 'webhooks', { down: does === 'deaf' });
      break;
    default:
      await decide(does ?? '', order);
  }
  if (does !== 'deaf') await reconcile();
}

async function ask(order: Order): Promise<void> {
  if (order.status === 'review') return void (await sendReviewBack(order));
  const own = and(eq(contributions.orderId, order.id), eq(contributions.status, 'paid'));
  const [share] = await db().select().from(contributions).where(own);
  if (share) await requestRefund(share.id, { reason: 'requested' });
}

/** What an administrator does with what they find. */
async function decide(what: string, order: Order): Promise<void> {
  const own = eq(refunds.orderId, order.id);
  const [failed] = await rowsWhere(refunds, and(own, eq(refunds.status, 'failed')));
  if (what === 'retry' && failed) await retryFailedRefund(BY, failed.id);
  if (what === 'note' && failed)
    await payRefundOutside(BY, failed.id, paidOtherwise(failed.id, { anyway: 'yes' }));
  const [open] = await db().select().from(unmatched).where(ne(unmatched.openCents, 0));
  if (what === 'keep' && open) await keep(open.id);
}

/** A refund made at Stripe itself; or one of ours, of which nothing is known here. */
async function make({ id, paymentIntentId }: Order, what: string): Promise<void> {
  const [row] = await rowsWhere(
    refunds,
    and(eq(refunds.orderId, id), inArray(refunds.status, ['failed', 'paid_otherwise'])),
  );
  if (what === 'own' && !row) return;
  const metadata = { allocation_id: row?.id ?? '', attempt: String(row?.attempt) };
  await stripe()
    .refunds.create({
      payment_intent: paymentIntentId ?? '',
      amount: what === 'own' ? row?.amountCents : Number(what) * 100,
      ...(what === 'own' ? { metadata } : {}),
    })
    .catch(() => {});
}

/** What becomes of one of its refunds: the newest is 0. */
async function endOne(payment_intent: string, at: number, outcome: string): Promise<void> {
  const { data } = await stripe().refunds.list({ payment_intent });
  const one = data[at];
  if (one) await control(story, `refunds/${one.id}`, { outcome }).catch(() => {});
}

/** All disputes of a payment are closed, with so many dollars back, or withdraw all once more. */
async function decideDisputes(
  payment_intent: string,
  outcome: string,
  dollars?: string,
): Promise<void> {
  const { data } = await stripe().disputes.list({ payment_intent });
  for (const { id, amount, balance_transactions: moved } of data) {
    const out = -moved.reduce((sum, one) => sum + one.amount, 0);
    const back = dollars ? { amount: Math.round(Number(dollars) * 100) } : {};
    const asked =
      outcome === 'again'
        ? control(story, `dispute/${id}/funds`, { amount: out - amount })
        : control(story, `dispute/${id}/close`, { outcome, ...back });
    await asked.catch(() => {});
  }
}

const openRefunds = () => db().select().from(unmatched).where(lt(unmatched.openCents, 0));

/** What a refund of it can be said to be of. */
async function claimsOf({ id }: Order): Promise<{ id: string }[]> {
  const own = and(eq(contributions.orderId, id), eq(contributions.status, 'paid'));
  const failed = and(eq(refunds.orderId, id), eq(refunds.status, 'failed'));
  return [
    ...(await db().select().from(contributions).where(own)),
    ...(await db().select().from(refunds).where(failed)),
  ];
}

async function standing({ id }: Order) {
  const rows = await db()
    .select({ payment: allocations })
    .from(allocations)
    .innerJoin(refunds, eq(refunds.id, allocations.refundId))
    .where(
      and(
        eq(refunds.orderId, id),
        isNull(allocations.unmatchedId),
        isNull(allocations.withdrawnAt),
      ),
    );
  return rows.map(({ payment }) => payment);
}

/** What the payer has back, in cents: from Stripe, from us, and from their bank. */
async function backOf(order: Order): Promise<number> {
  const made = await stripe().refunds.list({ payment_intent: order.paymentIntentId ?? '' });
  const out = made.data.filter(
    ({ status, balance_transaction }) => status !== 'failed' && balance_transaction,
  );
  const contested = await db().select().from(disputes).where(eq(disputes.orderId, order.id));
  return (
    out.reduce((sum, { amount }) => sum + amount, 0) +
    (await standing(order)).reduce((sum, { amountCents }) => sum + amountCents, 0) +
    contested.reduce((sum, { withdrawnCents }) => sum + withdrawnCents, 0)
  );
}

/** Cents that are lost, or may be: to disputes, to refunds for nothing known, or borne. */
async function lossesNow(): Promise<number> {
  const open = (await openRefunds()).reduce((sum, { openCents }) => sum - openCents, 0);
  return open - (await balanceOf(db(), 'disputes')) - (await balanceOf(db(), 'losses'));
}

/** The next payment begins without another's open questions. */
async function settleQuestions(): Promise<void> {
  for (const { id } of await openRefunds()) await keep(id);
}
