import { inArray, sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import { afterEach, describe, expect, it } from 'vitest';
import { refundContribution } from '#app/admin/people/refund-money.server.ts';
import { takeOffTheList } from '#app/admin/products/change-product.server.ts';
import { mergeProducts } from '#app/admin/products/merge-products.ts';
import { lockProducts } from '#app/catalogue/funding-columns.server.ts';
import { moveContribution } from '#app/funding/moving/move-contribution.server.ts';
import { recordRefund } from '#app/funding/refunds/record-refund.server.ts';
import { requestRefund } from '#app/funding/refunds/request-refund.server.ts';
import { refundUnfunded } from '#app/funding/refunds/refund-unfunded.server.ts';
import { sendRefund, settleRefunds } from '#app/funding/refunds/send-refund.server.ts';
import { settleOverdueOrders } from '#app/funding/checkout/settle-order.server.ts';
import { db, inTransaction } from '#app/database/db.server.ts';
import { stripe } from '#app/stripe/stripe.server.ts';
import { refunds } from '#db/schema.ts';
import { refunded } from '#test/support/books.ts';
import { balanceOf, orderIn, paysAt, refundOf, sharesOf } from '#test/support/books.ts';
import { aProduct, eventually, idle, productNow, useStory } from '#test/support/story.ts';
import { control, Visitor } from '#test/support/visitor.ts';
import { amountsMatch, deliver, eventAbout, heldAtStripe, pageOf, processed } from './look.ts';

const story = useStory();

afterEach(async () => {
  await control(story, 'faults', { fail: null, hang: null });
  await control(story, 'webhooks', { down: false });
});

async function pays(dollars: number, productId: number) {
  const visitor = new Visitor(story);
  const order = await orderIn('paid', await visitor.fund([productId, dollars]));
  const [share] = await sharesOf(order.id);
  return { visitor, order, share: share! };
}

const refundsAtStripe = async (paymentIntentId: string | null) =>
  (await stripe().refunds.list({ payment_intent: paymentIntentId ?? '' })).data;

describe('races', () => {
  it('completion racing expiry', async () => {
    const elsewhere = await aProduct();
    for (const first of ['completion', 'expiry', 'either', 'either', 'either']) {
      const product = await aProduct();
      const visitor = new Visitor(story);
      const { body } = await visitor.commit([product.id, 50]);
      const pay = () => visitor.payOnHostedPage(body.sessionId);
      // Another commit of the same browser expires the session of the earlier one.
      const expire = () => visitor.commit([elsewhere.id, 5]);
      let paying: ReturnType<typeof pay> | undefined;
      if (first === 'completion') await (paying = pay());
      const expiring = expire();
      if (first === 'expiry') await expiring;
      const [paid, again] = await Promise.all([paying ?? pay(), expiring]);
      expect(again.status).toBe(200);
      const isPaid = paid.status === 303;
      if (first !== 'either') expect(isPaid).toBe(first === 'completion');
      const order = await orderIn(isPaid ? 'paid' : 'expired', body.sessionId);

      // The event of the other end, as if it had been sent too: Stripe is asked how it ended.
      const types = ['checkout.session.completed', 'checkout.session.expired'] as const;
      const told = await eventAbout(isPaid ? types[0] : types[1], body.sessionId);
      const other = { ...told, id: `${told.id}_other`, type: isPaid ? types[1] : types[0] };
      const answers = [await deliver(story, other as Stripe.Event), await deliver(story, told)];
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      await processed(other.id);

      const dollars = isPaid ? 50 : 0;
      expect(await productNow(product.id)).toMatchObject({
        raisedCents: dollars * 100,
        reservedCents: 0,
      });
      expect(await balanceOf(`product:${product.id}`)).toBe(dollars * 100);
      const session = await stripe().checkout.sessions.retrieve(body.sessionId);
      expect(session.status).toBe(isPaid ? 'complete' : 'expired');
      if (isPaid) expect(await heldAtStripe(order.paymentIntentId)).toBe(5_000);
      expect(await pageOf(story, product.id)).toMatchObject({
        current_amount: dollars,
        reserved_amount: 0,
      });
    }
    expect(await amountsMatch()).toBe(true);
  });

  it('one share refunded, then the whole payment disputed', async () => {
    const [soup, soap] = [await aProduct(), await aProduct()];
    const visitor = new Visitor(story);
    const order = await orderIn('paid', await visitor.fund([soup.id, 100], [soap.id, 50]));
    const share = (await sharesOf(order.id)).find(({ productId }) => productId === soup.id)!;
    await requestRefund(share.id, { reason: 'requested' });
    await refunded(share.id);
    await control(story, 'dispute', { payment_intent: order.paymentIntentId, amount: 15_000 });
    await eventually(
      async () => (await sharesOf(order.id)).map(({ status }) => status).sort(),
      (statuses) => statuses.join() === 'disputed,refunded',
    );
    for (const product of [soup, soap]) {
      expect(await pageOf(story, product.id)).toMatchObject({
        current_amount: 0,
        contributor_count: 0,
      });
      expect(await balanceOf(`product:${product.id}`)).toBe(0);
    }
    // The bank took 150 of which 100 had been sent back already: nobody else's money.
    expect(await balanceOf('disputes')).toBe(-10_000);
    expect(await refundsAtStripe(order.paymentIntentId)).toHaveLength(1);
    expect(await requestRefund(share.id, { reason: 'requested' })).toMatchObject({
      accepted: false,
    });
    expect(await amountsMatch()).toBe(true);
  });
});

describe('a payment provider in trouble', () => {
  it('timeout on session creation', async () => {
    const product = await aProduct('Lost answer', 100);
    const visitor = new Visitor(story);
    // Made at Stripe each time it is tried, and never answered.
    await control(story, 'faults', {
      hang: { executed: true, ms: 5, path: '/v1/checkout/sessions', method: 'post' },
    });
    expect((await visitor.commit([product.id, 61])).status).toBe(502);
    expect((await productNow(product.id)).reservedCents).toBe(6_100);
    await control(story, 'faults', { hang: null });
    // The same browser again: the session that nobody saw is ended first.
    const { status, body } = await visitor.commit([product.id, 70]);
    expect(status).toBe(200);
    expect((await productNow(product.id)).reservedCents).toBe(7_000);
    await paysAt(visitor, body.sessionId);
    const made = await stripe().checkout.sessions.list({ limit: 100 });
    const lost = made.data.filter((session) => session.amount_total === 6_100);
    expect(lost.map(({ status }) => status)).toEqual(['expired']);
    expect(await balanceOf(`product:${product.id}`)).toBe(7_000);
    expect(await pageOf(story, product.id)).toMatchObject({ current_amount: 70 });
    expect(await amountsMatch()).toBe(true);
  });

  it('timeout on refund creation', async () => {
    // A share of a payment, and no webhook to tell of it: Stripe itself would let it go twice.
    const [product, other] = [await aProduct(), await aProduct()];
    const visitor = new Visitor(story);
    const order = await orderIn('paid', await visitor.fund([product.id, 60], [other.id, 200]));
    const share = (await sharesOf(order.id)).find(({ productId }) => productId === product.id)!;
    await control(story, 'webhooks', { down: true });
    await control(story, 'faults', {
      hang: { executed: true, ms: 5, path: '/v1/refunds', method: 'post' },
    });
    await requestRefund(share.id, { reason: 'requested' });
    await eventually(
      () => refundsAtStripe(order.paymentIntentId),
      (made) => made.length > 0,
    );
    // The next try, while nothing is answered yet: it finds what the first one made.
    await sendRefund(share.id).catch(() => undefined);
    await control(story, 'faults', { hang: null });
    await refunded(share.id);
    await Promise.all([sendRefund(share.id), sendRefund(share.id), settleRefunds()]);
    expect(await refundsAtStripe(order.paymentIntentId)).toMatchObject([{ amount: 6_000 }]);
    expect(await heldAtStripe(order.paymentIntentId)).toBe(20_000);
    expect(await balanceOf('refunds')).toBe(0);
    expect(await pageOf(story, product.id)).toMatchObject({ current_amount: 0 });
    expect(await amountsMatch()).toBe(true);
  });

  it('429 storm during a sweep', async () => {
    const product = await aProduct('Swept');
    const given = [];
    for (let n = 0; n < 8; n += 1) given.push(await pays(10 + n, product.id));
    story.advance(352 * 86_400);
    await refundUnfunded();
    story.advance(14 * 86_400);
    // At first none gets through, then some do.
    const storm = { status: 429, path: '/v1/refunds' };
    await control(story, 'faults', { fail: { ...storm, method: 'post' } });
    const { refunded: count } = await refundUnfunded();
    expect(count).toBeGreaterThanOrEqual(given.length);
    expect(await pageOf(story, product.id)).toMatchObject({ current_amount: 0 });
    await eventually(
      () => control(story, 'state'),
      ({ faults }) => faults.failed_429 >= count,
    );
    await control(story, 'faults', { fail: { ...storm, percent: 60 }, seed: 5 });
    await settleRefunds();
    await control(story, 'faults', { fail: null });
    await settleRefunds();
    const ids = given.map(({ share }) => share.id);
    await eventually(
      () => db().select().from(refunds).where(inArray(refunds.id, ids)),
      (rows) => rows.every(({ status }) => status === 'succeeded'),
    );
    for (const { order, share } of given) {
      const made = await refundsAtStripe(order.paymentIntentId);
      expect(made.map(({ amount }) => amount)).toEqual([share.amountCents]);
      expect(await heldAtStripe(order.paymentIntentId)).toBe(0);
    }
    expect(await balanceOf(`product:${product.id}`)).toBe(0);
    expect(await balanceOf('refunds')).toBe(0);
    expect(await amountsMatch()).toBe(true);
  });

  it('idempotency key reused with other parameters', async () => {
    const product = await aProduct();
    const { order, share } = await pays(60, product.id);
    // Somebody has used this very key for something else, and nobody has told us: Stripe refuses.
    await control(story, 'webhooks', { down: true });
    await stripe().refunds.create(
      { payment_intent: order.paymentIntentId!, amount: 100, metadata: { stray: '1' } },
      { idempotencyKey: `refund:${share.id}:1` },
    );
    await requestRefund(share.id, { reason: 'requested' });
    await eventually(
      () => refundOf(share.id),
      (refund) => refund?.status === 'failed',
    );
    expect(await refundsAtStripe(order.paymentIntentId)).toMatchObject([{ amount: 100 }]);
    // What went out is taken off what is owed; the rest is in the administrators' queue.
    expect(await balanceOf('refunds')).toBe(5_900);
    expect(await heldAtStripe(order.paymentIntentId)).toBe(5_900);
    expect(await balanceOf(`product:${product.id}`)).toBe(0);
    expect(await pageOf(story, product.id)).toMatchObject({ current_amount: 0 });
    await control(story, 'webhooks', { down: false });
  });
});

/** Waits for nobody but in one order: what somebody does while the first of these products is another's. */
async function holdsNoneBut<T>(
  first: number,
  others: number[],
  does: () => Promise<T>,
): Promise<T> {
  let [doing, isDone]: [Promise<T> | undefined, boolean] = [undefined, false];
  await idle();
  await inTransaction(async (tx) => {
    await lockProducts(tx, [first]);
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    const waitsForUs = sql`${rows[0]!.pid} = any(pg_blocking_pids(pid))`;
    doing = does().finally(() => (isDone = true));
    await eventually(
      async () =>
        isDone || (await db().execute(sql`select from pg_stat_activity where ${waitsForUs}`)),
      (waiting) => waiting === true || (waiting as { rowCount: number }).rowCount > 0,
    );
    // It waited for nobody, and its jobs may be at work on the others.
    if (isDone) return;
    // Who holds another one and waits for us does not let go of it; who is just passing by does.
    await tx.execute(sql`set local lock_timeout = '900ms'`);
    for (const id of others) {
      await tx.execute(sql`select from products where id = ${id} for no key update`);
    }
  });
  return doing!;
}

describe('locks', () => {
  const BY = { actor: 'command line' } as const;
  /** Two products, the first with the lower number, and what one payment gave to each. */
  async function twoShares(card?: string) {
    const [low, high] = [await aProduct(), await aProduct()];
    const visitor = new Visitor(story);
    const { body } = await visitor.commit([low.id, 60], [high.id, 50]);
    const order = await paysAt(visitor, body.sessionId, card);
    const [ofLow, ofHigh] = await sharesOf(order.id);
    return { low: low.id, high: high.id, order, ofLow: ofLow!, ofHigh: ofHigh! };
  }

  /** A share that was paid for at the first, and stands at the second. */
  async function aMovedShare() {
    const [low, high] = [await aProduct(), await aProduct()];
    const { share } = await pays(60, low.id);
    const input = { to: high.id, cents: 6_000, acceptsNewDate: false };
    expect(await moveContribution(share, input)).toMatchObject({ ok: true });
    return { low: low.id, high: high.id, share };
  }

  it('of a refund of what was moved, or merged, are those of where it stands', async () => {
    const moved = await aMovedShare();
    const [gone, survivor] = [await aProduct(), await aProduct()];
    const { share } = await pays(60, gone.id);
    await mergeProducts(BY, gone.id, survivor.id);
    for (const [low, high, id] of [
      [moved.low, moved.high, moved.share.id],
      [gone.id, survivor.id, share.id],
    ] as const) {
      const asked = () => requestRefund(id, { reason: 'requested' });
      expect(await holdsNoneBut(low, [high], asked)).toMatchObject({ accepted: true });
      await refunded(id);
    }
  });

  it('of a refund that fails after a dispute has taken the rest are taken in one go', async () => {
    const { low, high, order, ofHigh } = await twoShares('4000 0000 0000 7726');
    await requestRefund(ofHigh.id, { reason: 'requested' });
    const sent = await eventually(
      () => refundOf(ofHigh.id),
      (refund) => refund?.status === 'pending' && refund.isBooked,
    );
    await control(story, 'dispute', { payment_intent: order.paymentIntentId, amount: 11_000 });
    await eventually(
      async () => (await sharesOf(order.id)).map(({ status }) => status),
      (statuses) => statuses.includes('disputed'),
    );
    await control(story, 'webhooks', { down: true });
    await control(story, `refunds/${sent!.stripeRefundId}`, { outcome: 'failed' });
    await holdsNoneBut(low, [high], () => recordRefund(sent!.stripeRefundId!));
    expect((await refundOf(ofHigh.id))?.status).toBe('held');
  });

  it('of a refund made at Stripe of several shares that fails are taken in one go', async () => {
    const { low, high, order } = await twoShares('4000 0000 0000 7726');
    const made = await stripe().refunds.create({ payment_intent: order.paymentIntentId! });
    await eventually(
      async () => (await sharesOf(order.id)).map(({ status }) => status).join(),
      (statuses) => statuses === 'refunded,refunded',
    );
    await control(story, 'webhooks', { down: true });
    await control(story, `refunds/${made.id}`, { outcome: 'failed' });
    await holdsNoneBut(low, [high], () => recordRefund(made.id));
    await control(story, 'webhooks', { down: false });
  });

  it('of a product that was merged into are taken with its duplicates, as it goes', async () => {
    for (const isMerged of [true, false]) {
      const [low, high, other] = [await aProduct(), await aProduct(), await aProduct()];
      await mergeProducts(BY, low.id, high.id);
      const goes = () =>
        isMerged ? mergeProducts(BY, high.id, other.id) : takeOffTheList(BY, high.id, 'removed');
      await holdsNoneBut(low.id, [high.id, other.id], async () => void (await goes()));
      expect((await productNow(high.id)).removedReason).toBe(isMerged ? 'merged' : 'removed');
    }
  });

  it('let buyers and refunds of what has moved or was merged go on at once', async () => {
    const [low, gone, high] = [await aProduct(), await aProduct(), await aProduct()];
    const given = [low, low, low, low, low, low, gone, gone, gone, gone];
    const shares = await Promise.all(
      given.map(async ({ id }) => {
        const { share } = await pays(60, id);
        const input = { to: high.id, cents: 6_000, acceptsNewDate: false };
        if (id === low.id) await moveContribution(share, input);
        return share.id;
      }),
    );
    await mergeProducts(BY, gone.id, high.id);
    const buying = Array.from({ length: 20 }, async () => {
      const visitor = new Visitor(story);
      const { status, body } = await visitor.commit([low.id, 20], [high.id, 20]);
      if (status !== 200) return status;
      await paysAt(visitor, body.sessionId);
      return status;
    });
    const refunding = shares.map(async (id) => {
      return (await refundContribution(BY, id, 'requested', '')).status;
    });
    const statuses = await Promise.all([...buying, ...refunding]);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    for (const id of shares) await refunded(id);
    expect(await amountsMatch()).toBe(true);
  });
});

describe('what nobody tells of', () => {
  it('is settled by the clock: an order whose session ended unheard', async () => {
    const product = await aProduct();
    await control(story, 'webhooks', { down: true });
    const { body } = await new Visitor(story).commit([product.id, 20]);
    story.advance(2_000);
    await settleOverdueOrders('open');
    await control(story, 'webhooks', { down: false });
    await orderIn('expired', body.sessionId);
    expect((await productNow(product.id)).reservedCents).toBe(0);
  });
});
