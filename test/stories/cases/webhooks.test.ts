import { eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { afterEach, describe, expect, it } from 'vitest';
import { requestRefund } from '#app/funding/refunds/request-refund.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { db } from '#app/database/db.server.ts';
import { stripe } from '#app/stripe/stripe.server.ts';
import { reconcile } from '#app/reconcile.ts';
import { webhookEvents } from '#db/schema.ts';
import { balanceOf, orderIn, paysAt, refundOf, sharesOf } from '#test/support/books.ts';
import { aProduct, eventually, productNow, useStory } from '#test/support/story.ts';
import { control, Visitor } from '#test/support/visitor.ts';
import { amountsMatch, deliver, eventAbout, heldAtStripe, pageOf, processed } from './look.ts';

const story = useStory();
const DAY_SECONDS = 86_400;
const COMPLETED = 'checkout.session.completed';

const storedOf = ({ id }: Stripe.Event) =>
  db().select().from(webhookEvents).where(eq(webhookEvents.id, id));

const silence = (down = true) => control(story, 'webhooks', { down });

afterEach(async () => {
  await silence(false);
  await control(story, 'faults', { late: null });
});

/** A payment that no webhook has told of. */
async function paysInSilence(dollars: number, card?: string, more = {}) {
  await silence();
  const product = await aProduct();
  const visitor = new Visitor(story);
  const { body } = await visitor.commit([product.id, dollars]);
  await visitor.payOnHostedPage(body.sessionId, card, more);
  return { product, visitor, sessionId: body.sessionId as string };
}

/** Everything that a payment of so many dollars should have done, once. */
async function expectOnce(productId: number, sessionId: string, dollars: number) {
  const order = await orderIn('paid', sessionId);
  expect(await sharesOf(order.id)).toMatchObject([{ amountCents: dollars * 100, status: 'paid' }]);
  expect(await balanceOf(`product:${productId}`)).toBe(dollars * 100);
  expect(await heldAtStripe(order.paymentIntentId)).toBe(dollars * 100);
  expect(await pageOf(story, productId)).toMatchObject({
    current_amount: dollars,
    contributor_count: 1,
  });
  expect(await amountsMatch()).toBe(true);
}

describe('webhooks', () => {
  it('the same event 10 times at once', async () => {
    const { product, sessionId } = await paysInSilence(40);
    const event = await eventAbout(COMPLETED, sessionId);
    const answers = await Promise.all(Array.from({ length: 10 }, () => deliver(story, event)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    await orderIn('paid', sessionId);
    await processed(event.id);
    expect(await storedOf(event)).toHaveLength(1);
    await expectOnce(product.id, sessionId, 40);
  });

  it('redirect before webhook', async () => {
    const { product, visitor, sessionId } = await paysInSilence(42);
    const asked = () => visitor.get(`/api/checkout-success?session_id=${sessionId}`);
    const seen = await Promise.all([asked(), asked(), asked()]);
    expect(seen.map(({ status }) => status)).toEqual([200, 200, 200]);
    const event = await eventAbout(COMPLETED, sessionId);
    await deliver(story, event);
    await processed(event.id);
    await expectOnce(product.id, sessionId, 42);
  });

  it('refund.failed then a stale refund.updated', async () => {
    await control(story, 'webhooks', { down: false });
    const product = await aProduct();
    const visitor = new Visitor(story);
    const { body } = await visitor.commit([product.id, 30]);
    const order = await paysAt(visitor, body.sessionId, '4000 0000 0000 7726');
    const [share] = await sharesOf(order.id);
    await requestRefund(share!.id, { reason: 'requested' });
    const pending = await eventually(
      () => refundOf(share!.id),
      (refund) => refund?.status === 'pending',
    );
    const made = pending!.stripeRefundId!;
    const created = await eventAbout('refund.created', made);
    const updated = (n: number) =>
      ({ ...created, id: `${created.id}_stale${n}`, type: 'refund.updated' }) as Stripe.Event;
    // Stripe says that it is pending, and the answer is under way until it has failed.
    await control(story, 'faults', { late: { ms: 2_500, next: 1, path: `/v1/refunds/${made}` } });
    expect((await deliver(story, updated(1))).status).toBe(200);
    await eventually(
      () => control(story, 'state'),
      ({ faults }) => faults.late > 0,
    );
    await control(story, `refunds/${made}`, { outcome: 'failed' });
    await reconcile();
    expect(await refundOf(share!.id)).toMatchObject({ status: 'failed' });
    await processed(updated(1).id);
    expect((await deliver(story, updated(2))).status).toBe(200);
    await processed(updated(2).id);
    expect(await refundOf(share!.id)).toMatchObject({ status: 'failed', isBooked: false });
    expect((await sharesOf(order.id))[0]?.status).toBe('refund_failed');
    expect(await balanceOf('refunds')).toBe(3_000); // owed still
    expect(await heldAtStripe(order.paymentIntentId)).toBe(3_000);
    expect(await pageOf(story, product.id)).toMatchObject({ current_amount: 0 });
    expect(await amountsMatch()).toBe(true);
  });

  it.each([
    ['by reconciling', reconcile],
    ['on the way back', null],
  ])('what no database holds in a payer’s name and address, %s', async (_, look) => {
    const odd = { card_name: 'a\0b', email: 'a\0b@example.org' };
    const { product, visitor, sessionId } = await paysInSilence(47, undefined, odd);
    if (look) expect(await look()).toMatchObject({ failedEvents: 0 });
    const seen = await visitor.get(`/api/checkout-success?session_id=${sessionId}`);
    expect(seen.status).toBe(200);
    await expectOnce(product.id, sessionId, 47);
    expect((await orderIn('paid', sessionId)).email).toBe('a\ufffdb@example.org');
  });

  it('what no database holds in an event, and a type that every object has', async () => {
    const { product, sessionId } = await paysInSilence(48);
    const event = await eventAbout(COMPLETED, sessionId);
    expect((await deliver(story, { ...event, account: 'a\0b\ud83d' })).status).toBe(200);
    await processed(event.id);
    await expectOnce(product.id, sessionId, 48);
    const unknown = { ...event, id: `${event.id}_odd`, type: '__proto__' } as unknown;
    expect((await deliver(story, unknown as Stripe.Event)).status).toBe(200);
    expect(await storedOf(unknown as Stripe.Event)).toMatchObject([
      { processedAt: expect.any(Date), payload: { created: event.created } },
    ]);
  });

  it('server clock 10 minutes fast and a day slow', async () => {
    // A fast clock sees every signature as 10 minutes old and refuses it: the reconciler makes up.
    const fast = await paysInSilence(45);
    const late = await eventAbout(COMPLETED, fast.sessionId);
    expect((await deliver(story, late, { secondsFromNow: -600 })).status).toBe(400);
    expect(await storedOf(late)).toEqual([]);
    await reconcile();
    await expectOnce(fast.product.id, fast.sessionId, 45);
    // A slow clock sees them as a day ahead: Stripe's check refuses old ones only. What it lets in
    // is stored once anyway, whatever its date.
    const slow = await paysInSilence(46);
    const early = await eventAbout(COMPLETED, slow.sessionId);
    const answers = [
      await deliver(story, early, { secondsFromNow: 86_400 }),
      await deliver(story, early, { secondsFromNow: 86_400 }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await processed(early.id);
    expect(await storedOf(early)).toHaveLength(1);
    await expectOnce(slow.product.id, slow.sessionId, 46);
  });

  it('webhooks down for four days', async () => {
    await silence();
    story.advance(60);
    const [paid, refunded, contested, left] = [
      await aProduct(),
      await aProduct(),
      await aProduct(),
      await aProduct(),
    ];
    const sessions: string[] = [];
    for (const [at, product] of [paid, refunded, contested].entries()) {
      const visitor = new Visitor(story);
      const { body } = await visitor.commit([product.id, 100 + at]);
      await visitor.payOnHostedPage(body.sessionId);
      sessions.push(body.sessionId);
    }
    const abandoned = await new Visitor(story).commit([left.id, 77]);
    expect((await productNow(paid.id)).raisedCents).toBe(0);
    story.advance(2 * DAY_SECONDS);
    const intentOf = async (at: number) =>
      String((await stripe().checkout.sessions.retrieve(sessions[at]!)).payment_intent);
    await stripe().refunds.create({ payment_intent: await intentOf(1) });
    await control(story, 'dispute', { payment_intent: await intentOf(2) });
    story.advance(2 * DAY_SECONDS);
    await reconcile();
    expect(await pageOf(story, paid.id)).toMatchObject({ current_amount: 100 });
    expect(await pageOf(story, refunded.id)).toMatchObject({ current_amount: 0 });
    expect(await pageOf(story, contested.id)).toMatchObject({ current_amount: 0 });
    expect(await productNow(left.id)).toMatchObject({ raisedCents: 0, reservedCents: 0 });
    await orderIn('expired', abandoned.body.sessionId);
    const [order, gone, disputed] = await Promise.all(sessions.map((id) => orderIn('paid', id)));
    expect(await sharesOf(gone!.id)).toMatchObject([{ status: 'refunded' }]);
    expect(await sharesOf(disputed!.id)).toMatchObject([{ status: 'disputed' }]);
    // The 365 days count from the payment, not from the day it was heard of.
    expect(now().getTime() - order!.paidAt!.getTime()).toBeGreaterThan(3.9 * DAY_SECONDS * 1_000);
    const balances = [paid, refunded, contested].map(({ id }) => balanceOf(`product:${id}`));
    expect(await Promise.all(balances)).toEqual([10_000, 0, 0]);
    expect(await heldAtStripe(order!.paymentIntentId)).toBe(10_000);
    expect(await heldAtStripe(gone!.paymentIntentId)).toBe(0);
    expect(await amountsMatch()).toBe(true);
    // It does not stay unnoticed, and a second look finds nothing more.
    const { body } = await new Visitor(story).get('/readyz');
    expect(body.webhooks.warning).toContain('No webhook has arrived');
    expect(await reconcile()).toMatchObject({ missedEvents: 0, processedEvents: 0, fees: 0 });
  });
});
