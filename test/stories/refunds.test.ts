import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { audit } from '#app/admin/audit/audit.server.ts';
import { allowRefunds } from '#app/admin/health/large-refunds.server.ts';
import { readLargeRefunds } from '#app/funding/refunds/large-refunds.server.ts';
import { findSecondChance } from '#app/funding/transfers/refund-due.server.ts';
import { refundProduct } from '#app/funding/refunds/refund-product.server.ts';
import { refundUnfunded } from '#app/funding/refunds/refund-unfunded.server.ts';
import { listProducts } from '#app/catalogue/list/list-products.server.ts';
import { release } from '#app/funding/checkout/release.server.ts';
import { requestRefund } from '#app/funding/refunds/request-refund.server.ts';
import { settleRefunds } from '#app/funding/refunds/send-refund.server.ts';
import { formatCents } from '#app/kit/money.ts';
import { advanceClock, now } from '#app/platform/clock.server.ts';
import { clockTrouble, reportClocks } from '#app/stripe/clocks.server.ts';
import { db } from '#app/database/db.server.ts';
import { stripe } from '#app/stripe/stripe.server.ts';
import { reconcile } from '#app/reconcile.ts';
import { contributions, mails, refunds } from '#db/schema.ts';
import { retryRefund } from '#test/support/refund-desk.ts';
import { changeProduct, rowsWhere } from '#test/support/gifts.ts';
import {
  balanceOf,
  mailsTo,
  orderIn,
  paysAt,
  orderOf,
  pays,
  raisedIs,
  refundOf,
  refunded,
} from '#test/support/books.ts';
import { aListedVisitor } from '#test/support/administrator.ts';
import { aGift, refundIn } from '#test/support/desk.ts';
import { received } from '#test/support/inbox.ts';
import { aProduct, eventually, productNow, useStory, WEBHOOK_SECRET } from '#test/support/story.ts';
import { control, Visitor } from '#test/support/visitor.ts';
import { runTyped } from '#test/commands/run-typed.ts';
import { begins } from '#test/support/testing.ts';

const story = useStory();
const DAY_SECONDS = 86_400;

async function shareOf(orderId: string, productId: number, isExcess = false) {
  const [share] = await rowsWhere(
    contributions,
    and(
      eq(contributions.orderId, orderId),
      eq(contributions.productId, productId),
      eq(contributions.isExcess, isExcess),
    ),
  );
  if (!share) throw new Error('no contribution');
  return share;
}

const atStripe = async (paymentIntentId: string | null) =>
  (await stripe().refunds.list({ payment_intent: paymentIntentId ?? '' })).data;

const contributionStatus = async (id: string) =>
  (await db().select().from(contributions).where(eq(contributions.id, id)))[0]?.status;

describe('a refund of one contribution', () => {
  it('leaves raised amount, level and contributors, goes back once, and is told of', async () => {
    const product = await aProduct('Given back');
    const [giver, other] = [new Visitor(story), new Visitor(story)];
    const order = await pays(giver, [product.id, 430]);
    await pays(other, [product.id, 20]);
    const share = await shareOf(order.id, product.id);
    const asked = await Promise.all(
      Array.from({ length: 5 }, () => requestRefund(share.id, { reason: 'requested' })),
    );
    expect(asked.filter(({ accepted }) => accepted)).toHaveLength(1);
    expect(await productNow(product.id)).toMatchObject({
      raisedCents: 2_000,
      level: 0,
      contributorCount: 1,
    });
    await refunded(share.id);
    expect(await contributionStatus(share.id)).toBe('refunded');
    expect(await atStripe(order.paymentIntentId)).toMatchObject([
      { amount: 43_000, status: 'succeeded', metadata: { allocation_id: share.id } },
    ]);
    expect(await balanceOf('refunds')).toBe(0);
    expect(await mailsTo(giver.email)).toEqual(['receipt', 'refund-receipt']);
    const seen = await giver.get(`/api/products/${product.id}`);
    expect(seen.body).toMatchObject({ current_amount: 20, level: 0, contributor_count: 1 });
    expect((await audit()).matches).toBe(true);
    expect((await requestRefund(share.id, { reason: 'requested' })).accepted).toBe(false);
  });

  it('makes a full product fundable again before testing has begun, and is refused after', async () => {
    const product = await aProduct('Full');
    const order = await pays(new Visitor(story), [product.id, 1275]);
    const share = await shareOf(order.id, product.id);
    expect((await productNow(product.id)).testingStatus).toBe('Testing in Progress');
    await requestRefund(share.id, { reason: 'requested' });
    expect(await productNow(product.id)).toMatchObject({
      raisedCents: 0,
      testingStatus: 'Untested',
    });
    const again = await pays(new Visitor(story), [product.id, 1275]);
    await changeProduct(product.id, { testingBegunAt: now() });
    const late = await shareOf(again.id, product.id);
    expect(await requestRefund(late.id, { reason: 'requested' })).toEqual({
      accepted: false,
      why: 'testing_begun',
    });
    expect((await productNow(product.id)).testingStatus).toBe('Testing in Progress');
    await expect(changeProduct(product.id, { testingBegunAt: null })).rejects.toThrow();
  });

  it('is refused in words for what is no contribution', async () => {
    for (const id of ['', 'x', '00000000-0000-4000-8000-000000000000']) {
      expect(await requestRefund(id, { reason: 'requested' })).toEqual({
        accepted: false,
        why: 'unknown',
      });
    }
  });
});

describe('a refund that does not go through at once', () => {
  it('that fails is owed still, waits in the queue, and goes out under a new key', async () => {
    const { product, giver, order, share } = await aGift(story, 50, '4000 0000 0000 7726');
    await requestRefund(share.id, { reason: 'requested' });
    await refundIn(share.id, 'pending');
    const [made] = await atStripe(order.paymentIntentId);
    await control(story, `refunds/${made?.id}`, { outcome: 'failed' });
    await refundIn(share.id, 'failed');
    expect(await contributionStatus(share.id)).toBe('refund_failed');
    expect(await balanceOf('refunds')).toBe(5_000);
    expect(await productNow(product.id)).toMatchObject({ raisedCents: 0 });
    expect(await mailsTo(giver.email)).toContain('refund-failed');
    expect((await audit()).matches).toBe(true);
    const listed = await runTyped('refunds', 'failed');
    expect(listed).toMatchObject({ code: 1, sentence: expect.stringContaining(share.id) });
    expect(await retryRefund(share.id)).toBe(true);
    await eventually(
      () => refundOf(share.id),
      (refund) => refund?.attempt === 2 && refund.status !== 'queued',
    );
    const both = await atStripe(order.paymentIntentId);
    expect(both).toHaveLength(2);
    const second = both.find(({ status }) => status === 'pending');
    await control(story, `refunds/${second?.id}`, { outcome: 'succeeded' });
    await refunded(share.id);
    expect(await balanceOf('refunds')).toBe(0);
    expect((await audit()).matches).toBe(true);
    expect(await retryRefund(share.id)).toBe(false);
  });
});

describe('the excess of a late payment', () => {
  it('goes back by itself', async () => {
    const product = await aProduct('Overtaken', 100);
    const late = new Visitor(story);
    const { body } = await late.commit([product.id, 80]);
    await release((await orderOf(body.sessionId))!.id, 'expired');
    await pays(new Visitor(story), [product.id, 70]);
    const paid = await paysAt(late, body.sessionId);
    const excess = await shareOf(paid.id, product.id, true);
    await refunded(excess.id);
    expect(await atStripe(paid.paymentIntentId)).toMatchObject([
      { amount: 5_000, status: 'succeeded' },
    ]);
    expect(await productNow(product.id)).toMatchObject({
      raisedCents: 10_000,
      reservedCents: 0,
      contributorCount: 2,
      testingStatus: 'Testing in Progress',
    });
    expect(await mailsTo(late.email)).toEqual([
      'excess',
      'goal-reached',
      'receipt',
      'refund-receipt',
    ]);
    expect((await audit()).matches).toBe(true);
  });
});

describe('a product that is taken off the list', () => {
  it('is found and funded no more, and everything given to it goes back', async () => {
    const product = await aProduct('Untestable');
    const givers = [new Visitor(story), new Visitor(story), new Visitor(story)];
    const given = [];
    for (const [at, giver] of givers.entries()) {
      given.push(await pays(giver, [product.id, 100 + at]));
    }
    const total = async () => (await listProducts({})).total;
    const listed = await total();
    // A checkout that was open when it happened, paid afterwards.
    const late = new Visitor(story);
    const { body } = await late.commit([product.id, 30]);
    const result = await refundProduct(product.id, { reason: 'untestable', note: 'for the file' });
    expect(result).toMatchObject({
      removal: 'removed',
      refunded: 3,
      refundedCents: 30_300,
      left: 0,
    });
    // The count of the whole list is kept for a second.
    await eventually(total, (now) => now === listed - 1);
    const lateOrder = await paysAt(late, body.sessionId);
    await refunded((await shareOf(lateOrder.id, product.id, true)).id);
    for (const order of given) await refunded((await shareOf(order.id, product.id)).id);
    expect(await productNow(product.id)).toMatchObject({
      raisedCents: 0,
      reservedCents: 0,
      contributorCount: 0,
      removedReason: 'untestable',
    });
    const visitor = new Visitor(story);
    expect((await visitor.get('/api/products?search=Untestable')).body).toMatchObject({
      items: [],
      total: 0,
    });
    expect((await visitor.get(`/api/products/${product.id}`)).body.removed_reason).toBe(
      'untestable',
    );
    const refused = await visitor.commit([product.id, 5]);
    expect(refused.status).toBe(404);
    expect((await refundProduct(product.id, { reason: 'removed' })).removal).toBe('already');
    expect((await audit()).matches).toBe(true);
  });
});

describe('a refund made at Stripe itself', () => {
  const made = async (paymentIntentId: string | null, amount?: number) =>
    stripe().refunds.create({
      payment_intent: paymentIntentId ?? '',
      ...(amount ? { amount } : {}),
    });

  it('of one share’s amount is that share’s; of any other, a part of what is left', async () => {
    const [soup, soap] = [await aProduct(), await aProduct()];
    const order = await pays(new Visitor(story), [soup.id, 70], [soap.id, 30]);
    await made(order.paymentIntentId, 3_000);
    await refunded((await shareOf(order.id, soap.id)).id);
    expect(await productNow(soup.id)).toMatchObject({ raisedCents: 7_000 });
    await made(order.paymentIntentId, 1_234);
    await raisedIs(soup.id, 5_766);
    expect((await audit()).matches).toBe(true);
  });

  it('of just the cents of a share that is spent takes unspent money of the payment first', async () => {
    const [begun, other] = [await aProduct('Begun', 40), await aProduct('Not begun')];
    const order = await pays(new Visitor(story), [begun.id, 40], [other.id, 60]);
    expect(await begins(begun.id)).toEqual({ ok: true });
    await made(order.paymentIntentId, 4_000);
    await raisedIs(other.id, 2_000);
    expect((await productNow(begun.id)).raisedCents).toBe(4_000);
    // Of more than is unspent, the rest is of what is spent; and so is all once nothing else is left.
    await made(order.paymentIntentId, 3_000);
    await raisedIs(begun.id, 3_000);
    expect((await productNow(other.id)).raisedCents).toBe(0);
    await made(order.paymentIntentId, 3_000);
    await raisedIs(begun.id, 0);
    expect((await audit()).matches).toBe(true);
  });
});

describe('the 365-day rule', () => {
  beforeEach(() => db().delete(mails));

  it('warns 14 days before, sends back after 365 days, each by its own payment’s date', async () => {
    const [short, full] = [await aProduct('Short'), await aProduct('Reached')];
    const [early, later, lucky] = [new Visitor(story), new Visitor(story), new Visitor(story)];
    const earlyOrder = await pays(early, [short.id, 425]);
    const luckyOrder = await pays(lucky, [full.id, 1275]);
    story.advance(10 * DAY_SECONDS);
    const laterOrder = await pays(later, [short.id, 50]);
    await db().delete(mails);

    story.advance(340 * DAY_SECONDS);
    await refundUnfunded();
    expect(await mailsTo(early.email)).toEqual([]);
    story.advance(1.5 * DAY_SECONDS);
    await refundUnfunded();
    await refundUnfunded();
    expect(await mailsTo(early.email)).toEqual(['refund-upcoming']);
    expect(await mailsTo(later.email)).toEqual([]);
    expect(await productNow(short.id)).toMatchObject({ raisedCents: 47_500, level: 1 });

    story.advance(14 * DAY_SECONDS);
    await Promise.all([refundUnfunded(), refundUnfunded()]);
    const share = await shareOf(earlyOrder.id, short.id);
    await refunded(share.id);
    expect(await productNow(short.id)).toMatchObject({
      raisedCents: 5_000,
      level: 0,
      contributorCount: 1,
    });
    expect(await mailsTo(early.email)).toEqual(['refund-receipt', 'refund-upcoming']);
    expect(await mailsTo(later.email)).toEqual(['refund-upcoming']);
    expect(await atStripe(earlyOrder.paymentIntentId)).toMatchObject([{ amount: 42_500 }]);

    // Nobody swept on the day on which it was to be told: its notice is of 14 days all the same.
    story.advance(10 * DAY_SECONDS);
    await refundUnfunded();
    expect((await shareOf(laterOrder.id, short.id)).status).toBe('paid');
    story.advance(4 * DAY_SECONDS);
    await refundUnfunded();
    await refunded((await shareOf(laterOrder.id, short.id)).id);
    expect(await productNow(short.id)).toMatchObject({ raisedCents: 0, contributorCount: 0 });
    expect(await contributionStatus((await shareOf(luckyOrder.id, full.id)).id)).toBe('paid');
    expect(await mailsTo(lucky.email)).toEqual([]);
    expect((await audit()).problems).toEqual([]);
  });

  const noticesTo = async (email: string) =>
    (await mailsTo(email)).filter((name) => name.startsWith('refund-') || name === 'second-chance');

  it('gives 14 days of notice and a second chance where a goal is lost after 400 days', async () => {
    const product = await aProduct('Lost its goal', 100);
    const [old, leaving, follower] = [new Visitor(story), new Visitor(story), new Visitor(story)];
    const oldOrder = await pays(old, [product.id, 60]);
    const leavingOrder = await pays(leaving, [product.id, 40]);
    await follower.post('/api/follows', { product_id: product.id, email: follower.email });
    story.advance(400 * DAY_SECONDS);
    await refundUnfunded();
    expect(await noticesTo(old.email)).toEqual([]);
    const gone = await shareOf(leavingOrder.id, product.id);
    await requestRefund(gone.id, { reason: 'requested' });
    await Promise.all([refundUnfunded(), refundUnfunded()]);
    const share = await shareOf(oldOrder.id, product.id);
    expect(await contributionStatus(share.id)).toBe('paid');
    expect(await noticesTo(old.email)).toEqual(['refund-upcoming']);
    expect(await findSecondChance(product.id)).toEqual({
      missingCents: 4_000,
      until: expect.any(Date),
    });
    expect(await noticesTo(follower.email)).toEqual(['second-chance']);
    story.advance(13 * DAY_SECONDS);
    await refundUnfunded();
    expect(await contributionStatus(share.id)).toBe('paid');

    // Its goal reached again, nothing goes back; lost again, the 14 days begin anew.
    const saving = await pays(new Visitor(story), [product.id, 40]);
    expect(await findSecondChance(product.id)).toBeUndefined();
    story.advance(2 * DAY_SECONDS);
    await refundUnfunded();
    expect(await contributionStatus(share.id)).toBe('paid');
    await requestRefund((await shareOf(saving.id, product.id)).id, { reason: 'requested' });
    await refundUnfunded();
    expect(await contributionStatus(share.id)).toBe('paid');
    expect(await noticesTo(old.email)).toEqual(['refund-upcoming', 'refund-upcoming']);
    story.advance(14 * DAY_SECONDS);
    await refundUnfunded();
    await refunded(share.id);
    expect(await productNow(product.id)).toMatchObject({ raisedCents: 0, contributorCount: 0 });
    expect((await audit()).problems).toEqual([]);
  });

  it('gives its notice late rather than none where no sweep ran for a year', async () => {
    const product = await aProduct('Site was down');
    const giver = new Visitor(story);
    const order = await pays(giver, [product.id, 50]);
    story.advance(380 * DAY_SECONDS);
    await refundUnfunded();
    const share = await shareOf(order.id, product.id);
    expect(await contributionStatus(share.id)).toBe('paid');
    expect(await noticesTo(giver.email)).toEqual(['refund-upcoming']);
    story.advance(14 * DAY_SECONDS);
    await refundUnfunded();
    await refunded(share.id);
  });
});

describe('clocks before money leaves', () => {
  const YEAR_MS = 365 * DAY_SECONDS * 1_000;

  /** Does something while this machine's clock is wrong, and Stripe's is not. */
  async function whileWrongBy(ms: number, work: () => Promise<void>): Promise<void> {
    try {
      advanceClock(ms);
      await stripe().events.list({ limit: 1 });
      await work();
    } finally {
      advanceClock(-ms);
      await stripe().events.list({ limit: 1 });
    }
  }

  // Another process, whose clock is right, sends it: as it should.
  it.skipIf(process.env.PROCESSES === '2').each([
    ['a year ahead', YEAR_MS, '365 days ahead'],
    ['ten minutes behind', -600_000, '10 minutes behind'],
  ])('nobody is told of a refund, and none is sent, by one %s', async (_, ms, sentence) => {
    const [old, asked] = [await aProduct('Old'), await aProduct('Asked back')];
    const giver = new Visitor(story);
    const order = await pays(giver, [old.id, 50], [asked.id, 20]);
    const share = await shareOf(order.id, asked.id);
    const { email } = await aListedVisitor(story);
    await db().delete(mails);
    await whileWrongBy(ms, async () => {
      expect(await refundUnfunded()).toEqual({ refunded: 0, warned: 0 });
      await requestRefund(share.id, { reason: 'requested' });
      await settleRefunds();
      expect((await refundOf(share.id))?.status).toBe('queued');
      const { status, body } = await giver.get('/readyz');
      expect(status).toBe(200);
      expect(body.clocks.warning).toContain(sentence);
      await reportClocks();
      expect((await received(email, 'notice')).text.replaceAll(/\s+/g, ' ')).toContain(sentence);
    });
    expect(await mailsTo(giver.email)).toEqual([]);
    await settleRefunds();
    await refunded(share.id);
    expect(await contributionStatus((await shareOf(order.id, old.id)).id)).toBe('paid');
    expect((await giver.get('/readyz')).body.clocks).toEqual({ warning: null });
  });

  it('an event from the future says that ours is behind, if it is signed, and an old one nothing', async () => {
    const visitor = new Visitor(story);
    const tell = async (aheadS: number, secret = WEBHOOK_SECRET) => {
      const created = Math.floor(now().getTime() / 1000) + aheadS;
      const event = { id: `evt_${aheadS}`, object: 'event', type: 'product.created', created };
      const payload = JSON.stringify({ ...event, livemode: false, data: { object: {} } });
      const signature = stripe().webhooks.generateTestHeaderString({ payload, secret });
      const headers = { 'Stripe-Signature': signature };
      const { status } = await visitor.post('/api/stripe/webhook', payload, headers);
      return [status, (await visitor.get('/readyz')).body.clocks.warning];
    };
    await stripe().events.list({ limit: 1 });
    expect(await tell(900, 'whsec_of_nobody')).toEqual([400, null]);
    expect(await tell(-400 * DAY_SECONDS)).toEqual([200, null]);
    expect(await tell(240)).toEqual([200, null]);
    expect(await tell(900)).toEqual([200, expect.stringContaining('15 minutes behind')]);
    // Stripe itself is asked before anything is held up, and knows better.
    expect(await clockTrouble()).toBeUndefined();
    expect((await visitor.get('/readyz')).body.clocks).toEqual({ warning: null });
  });

  it('more than a tenth of what products hold waits for an administrator’s yes', async () => {
    const product = await aProduct('Large', 5_000);
    const given = [
      await pays(new Visitor(story), [product.id, 1_000]),
      await pays(new Visitor(story), [product.id, 1_000]),
      await pays(new Visitor(story), [product.id, 1_000]),
    ];
    const shares = await Promise.all(given.map(({ id }) => shareOf(id, product.id)));
    const { email } = await aListedVisitor(story);
    for (const days of [352, 14]) {
      story.advance(days * DAY_SECONDS);
      await Promise.all([refundUnfunded(), refundUnfunded()]);
    }
    expect(await contributionStatus(shares[0]!.id)).toBe('paid');
    expect(await readLargeRefunds()).toMatchObject({ isHeld: true });
    expect((await received(email, 'notice')).subject).toMatch(/in refunds needs your approval$/);
    const [{ code }, other] = [await readLargeRefunds(), await isDueToo(product.id, 60)];
    const by = { actor: 'command line' } as const;
    expect(await allowRefunds(by, code)).toMatchObject({ status: 409 });
    const due = await readLargeRefunds();
    const asked = await runs();
    expect(asked.sentence).toContain(
      `${formatCents(due.dueCents)} in ${due.contributions} contributions, out of`,
    );
    const later = await isDueToo(product.id, 40);
    expect(await runs(due.code)).toMatchObject({
      code: 1,
      sentence: expect.stringMatching('have changed'),
    });
    await isToldAt(later, null);
    expect(asked.sentence).toContain(`openassay refund-unfunded --yes ${due.code} sends just that`);
    expect(await allowRefunds(by, due.code)).toMatchObject({ status: 200 });
    // What comes due after the yes asks anew, and the yes goes through all the same.
    await isToldAt(later, new Date(0));
    expect(await refundUnfunded()).toMatchObject({ refunded: due.contributions });
    for (const { id } of [...shares, { id: other }]) await refunded(id);
    expect(await contributionStatus(later)).toBe('paid');
    expect(await readLargeRefunds()).toMatchObject({ isHeld: true, dueCents: 4_000 });
    expect((await received(email, 'notice', 2)).subject).toBe('$40 in refunds needs your approval');
    expect(await allowRefunds(by, due.code)).toMatchObject({ status: 409 });
    story.advance(DAY_SECONDS);
    await refundUnfunded();
    await refunded(later);
    expect((await audit()).problems).toEqual([]);
  });

  /** One more contribution whose giver has known for long. */
  async function isDueToo(productId: number, dollars: number): Promise<string> {
    const order = await pays(new Visitor(story), [productId, dollars]);
    const { id } = await shareOf(order.id, productId);
    await isToldAt(id, new Date(0));
    return id;
  }

  async function isToldAt(id: string, refundToldAt: Date | null) {
    const told = { paidAt: new Date(0), refundToldAt };
    await db().update(contributions).set(told).where(eq(contributions.id, id));
  }

  /** `openassay refund-unfunded`, with a code or without. */
  function runs(yes?: string) {
    return runTyped('refund-unfunded', ...(yes === undefined ? [] : ['--yes', yes]));
  }
});

describe('openassay refund', () => {
  const run = (...args: string[]) => runTyped('refund', ...args);

  it('sends one back, and says why it cannot', async () => {
    const product = await aProduct('By command');
    const order = await pays(new Visitor(story), [product.id, 25]);
    const share = await shareOf(order.id, product.id);
    const done = await run('contribution', share.id, '--reason', 'duplicate', '--note', 'twice');
    expect(done.code).toBe(0);
    expect(done.sentence).toMatch(/\$25\tduplicate\tsucceeded\tre_/);
    const [stored] = await db().select().from(refunds).where(eq(refunds.id, share.id));
    expect(stored).toMatchObject({ reason: 'duplicate', note: 'twice' });
    const again = await run('contribution', share.id, '--reason', 'duplicate');
    expect(again).toMatchObject({
      code: 1,
      sentence: expect.stringContaining('has already been refunded'),
    });
    expect((await run('contribution', share.id, '--reason', 'whim')).code).toBeUndefined();
    expect((await run('product', '123456', '--reason', 'removed')).code).toBe(1);
    await settleRefunds();
  });
});

describe('a bank debit of before, when contributions could be paid by one', () => {
  /** One of 50 dollars that is under way. */
  async function aDebit() {
    const product = await aProduct();
    const visitor = new Visitor(story);
    const { body } = await visitor.commit([product.id, 50]);
    const sessionId: string = body.sessionId;
    await control(story, `sessions/${sessionId}/bank`, {});
    const bank = { method: 'us_bank_account', bank_outcome: 'wait' };
    await visitor.payOnHostedPage(sessionId, '', bank);
    await orderIn('awaiting', sessionId);
    const { payment_intent } = await stripe().checkout.sessions.retrieve(sessionId);
    const ends = async (outcome: string, status = outcome === 'failed' ? 'failed' : 'paid') => {
      await control(story, `async/${sessionId}`, { outcome });
      return orderIn(status, sessionId);
    };
    return { product, visitor, sessionId, payment_intent: String(payment_intent), ends };
  }

  /** What no event was processed for, and what the books and Stripe do not agree on. */
  async function allIsRight() {
    await reconcile();
    expect((await reconcile()).failedEvents).toBe(0);
    const { entries, donations, balance } = await audit();
    const differ = entries.filter(({ is_demo, discrepancy }) => !is_demo && discrepancy !== 0);
    expect([differ, donations.discrepancy, balance.discrepancy]).toEqual([[], 0, 0]);
  }

  it.each(['succeeded', 'failed'])('that has %s days later', async (outcome) => {
    const debit = await aDebit();
    await allIsRight(); // its money is announced, and not there
    const path = `/api/checkout-success?session_id=${debit.sessionId}`;
    expect(await debit.visitor.get(path)).toMatchObject({ status: 202, body: { success: false } });
    expect((await productNow(debit.product.id)).reservedCents).toBe(5_000);
    story.advance(4 * DAY_SECONDS);
    const before = await balanceOf('fees');
    await debit.ends(outcome);
    await allIsRight();
    const isPaid = outcome === 'succeeded';
    expect(await productNow(debit.product.id)).toMatchObject({
      raisedCents: isPaid ? 5_000 : 0,
      reservedCents: 0,
    });
    // What a failure costs is nobody's who gave.
    expect((await balanceOf('fees')) - before).toBe(isPaid ? 0 : -400);
  });

  it.each([
    ['succeeds', 'refunded'],
    ['fails', 'nothing'],
  ])('that is refunded at the provider while it is under way, and then %s', async (end, left) => {
    const debit = await aDebit();
    const { payment_intent } = debit;
    const made = await stripe().refunds.create({ payment_intent });
    expect(made.pending_reason).toBe('charge_pending');
    await allIsRight();
    const order = await debit.ends(end === 'fails' ? 'failed' : 'succeeded');
    await allIsRight();
    story.advance(3_700); // the bank takes its time
    await allIsRight();
    expect(await productNow(debit.product.id)).toMatchObject({ raisedCents: 0, reservedCents: 0 });
    const rows = await db().select().from(contributions).where(eq(contributions.orderId, order.id));
    expect(rows.map(({ status }) => status)).toEqual(left === 'refunded' ? ['refunded'] : []);
  });

  it.each(['under way', 'arrived'])('that the bank returns while its refund is %s', async (how) => {
    const debit = await aDebit();
    const order = await debit.ends('succeeded');
    const share = await shareOf(order.id, debit.product.id);
    const { refund } = await owed(share.id);
    if (how === 'arrived') {
      story.advance(3_700);
      await refunded(refund.id);
    }
    const before = await balanceOf('disputes');
    await debit.ends('returned');
    await allIsRight();
    // A refund that has not arrived comes back, and the bank takes it; else both have left.
    expect(await refundOf(refund.id)).toMatchObject({
      status: how === 'arrived' ? 'succeeded' : 'canceled',
    });
    const lost = (await balanceOf('disputes')) - before;
    expect(lost).toBe(how === 'arrived' ? -5_000 : 0);
    expect((await productNow(debit.product.id)).raisedCents).toBe(0);
  });

  it('that cannot be refunded after 180 days waits, as what could not arrive does', async () => {
    const debit = await aDebit();
    const order = await debit.ends('succeeded');
    story.advance(181 * DAY_SECONDS);
    const share = await shareOf(order.id, debit.product.id);
    const { refund } = await owed(share.id, 'failed');
    expect(refund.failureReason).toBe('charge_not_refundable');
    expect(await contributionStatus(share.id)).toBe('refund_failed');
    expect(await mailsTo(debit.visitor.email)).toContain('refund-failed');
    expect(await retryRefund(refund.id)).toBe(true);
    await refundIn(refund.id, 'failed');
    await allIsRight();
  });

  /** Asks for a share to be sent back, and waits until it stands so. */
  async function owed(contributionId: string, status = 'pending') {
    expect((await requestRefund(contributionId, { reason: 'requested' })).accepted).toBe(true);
    const own = eq(refunds.contributionId, contributionId);
    const find = async () => (await db().select().from(refunds).where(own))[0];
    return { refund: (await eventually(find, (found) => found?.status === status))! };
  }
});
