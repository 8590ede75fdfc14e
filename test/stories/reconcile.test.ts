import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { and, desc, eq, isNotNull } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { audit } from '#app/admin/audit/audit.server.ts';
import { postMissingFees } from '#app/funding/reconciling/post-missing-fees.server.ts';
import { requestRefund } from '#app/funding/refunds/request-refund.server.ts';
import { reportHeartbeat, webhookHeartbeat } from '#app/stripe/webhook-heartbeat.server.ts';
import { db } from '#app/database/db.server.ts';
import { reconcile } from '#app/reconcile.ts';
import { contributions, refunds, webhookEvents } from '#db/schema.ts';
import { balanceOf, orderIn, orderOf } from '#test/support/books.ts';
import { aListedVisitor } from '#test/support/administrator.ts';
import { queuedFor, received } from '#test/support/inbox.ts';
import { aProduct, eventually, useStory } from '#test/support/story.ts';
import { control, Visitor } from '#test/support/visitor.ts';
import { runReconcile } from '#cli/reconcile.ts';
import { rowsWhere } from '#test/support/gifts.ts';

const story = useStory();

/** Nothing that Stripe sends arrives until the test is over. */
const silence = () => control(story, 'webhooks', { down: true });

afterEach(() => control(story, 'webhooks', { down: false }));

describe('the reconciler', () => {
  it('posts the fees that were not known when a payment was recorded', async () => {
    const product = await aProduct('Fees');
    const visitor = new Visitor(story);
    const sessionId = await visitor.fund([product.id, 50]);
    await orderIn('paid', sessionId);
    // 2.9% and 30 cents of 50 dollars, by the payment's own balance transaction.
    expect(await balanceOf(`fees:${product.id}`)).toBe(-175);
    await postMissingFees();
    expect(await balanceOf(`fees:${product.id}`)).toBe(-175);
    const report = await audit();
    expect(report.balance.discrepancy).toBe(0);
  });

  it('knows whose a fee is that Stripe tells of later than the payment', async () => {
    await control(story, 'late_transactions', { seconds: 60 });
    const product = await aProduct('Late fee');
    const sessionId = await new Visitor(story).fund([product.id, 50]);
    await orderIn('paid', sessionId);
    await control(story, 'late_transactions', { seconds: 0 });
    expect(await orderOf(sessionId)).toMatchObject({ feeTransactionId: null });
    story.advance(120);
    await postMissingFees();
    expect(await balanceOf(`fees:${product.id}`)).toBe(-175);
    expect((await orderOf(sessionId))?.feeTransactionId).toMatch(/^txn_/);
  });

  it('splits a fee over the products of a payment, to the cent', async () => {
    const [one, two, three] = [await aProduct(), await aProduct(), await aProduct()];
    const sessionId = await new Visitor(story).fund([one.id, 10], [two.id, 10], [three.id, 13]);
    await orderIn('paid', sessionId);
    const parts = await Promise.all([one, two, three].map(({ id }) => balanceOf(`fees:${id}`)));
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(-(Math.round(3_300 * 0.029) + 30));
    expect(parts).toEqual([-38, -38, -50]);
  });

  it('books fees, taxes, reserves, payouts, and whatever else moved without a payment', async () => {
    const before = new Map<string, number>();
    const accounts = ['fees', 'bank', 'withheld', 'adjustments', 'stripe'];
    for (const account of accounts) before.set(account, await balanceOf(account));
    const moved: [type: string, amount: number, account: string][] = [
      ['stripe_fee', -101, 'fees'],
      ['stripe_fx_fee', -103, 'fees'],
      ['tax_fee', -107, 'fees'],
      ['network_cost', -109, 'fees'],
      ['payout', -2_000, 'bank'],
      ['payout_failure', 500, 'bank'],
      ['topup', 300, 'bank'],
      ['reserve_transaction', -700, 'withheld'],
      ['reserve_release', 200, 'withheld'],
      ['adjustment', -113, 'adjustments'],
      ['contribution', -127, 'adjustments'],
    ];
    for (const [type, amount] of moved) await control(story, 'transactions', { type, amount });
    // Another currency's balance is none of these books.
    await control(story, 'transactions', { type: 'payout', amount: -900, currency: 'eur' });
    expect(await reconcile()).toMatchObject({ fees: moved.length });
    for (const account of accounts) {
      const own = moved.filter(([, , to]) => to === account || account === 'stripe');
      const sum = own.reduce((cents, [, amount]) => cents + amount, 0);
      const sign = account === 'stripe' ? -1 : 1;
      expect([account, (await balanceOf(account)) - before.get(account)!]).toEqual([
        account,
        sign * sum,
      ]);
    }
    expect(await reconcile()).toMatchObject({ fees: 0 });
    expect((await audit()).matches).toBe(true);
  });

  it('prints what it did', async () => {
    const out = new PassThrough();
    expect(await runReconcile(out, new PassThrough())).toBe(0);
    out.end();
    expect(await text(out)).toMatch(/0 events that no webhook had brought/);
  });
});

describe('the heartbeat', () => {
  it('warns when payments are recorded that no webhook told of', async () => {
    const product = await aProduct('Silent');
    const readyz = async () => (await new Visitor(story).get('/readyz')).body;
    const heard = () =>
      db().$count(
        webhookEvents,
        and(
          eq(webhookEvents.type, 'checkout.session.completed'),
          isNotNull(webhookEvents.deliveredAt),
        ),
      );
    const before = await heard();
    await new Visitor(story).fund([product.id, 5]);
    // One that is still on its way would end the silence.
    await eventually(heard, (count) => count > before);
    expect((await readyz()).webhooks).toMatchObject({
      lastReceivedAt: expect.any(String),
      warning: null,
    });

    await silence();
    story.advance(60);
    const visitor = new Visitor(story);
    const { body } = await visitor.commit([product.id, 5]);
    await visitor.payOnHostedPage(body.sessionId);
    await visitor.get(`/api/checkout-success?session_id=${body.sessionId}`);
    expect((await webhookHeartbeat()).warning).toBeNull(); // it may still be on its way
    story.advance(16 * 60);
    const { status, webhooks } = await readyz();
    expect(status).toBe('ready');
    expect(webhooks.warning).toMatch(/^No webhook has arrived since .*although payments/);
    // What the reconciler fetches is no sign of life.
    await reconcile();
    expect((await readyz()).webhooks.warning).not.toBeNull();
    // Administrators are told, once of each silence.
    const { email } = await aListedVisitor(story);
    await reportHeartbeat();
    await reportHeartbeat();
    const told = await received(email, 'notice');
    expect(told.subject).toBe('Stripe’s webhooks have stopped arriving');
    expect(told.text.replaceAll(/\s+/g, ' ')).toContain(webhooks.warning);
    expect(await queuedFor(email, 'notice')).toHaveLength(1);

    await control(story, 'webhooks', { down: false });
    await new Visitor(story).fund([product.id, 5]);
    await eventually(readyz, ({ webhooks: { warning } }) => warning === null);
    const [last] = await db()
      .select()
      .from(webhookEvents)
      .where(isNotNull(webhookEvents.deliveredAt))
      .orderBy(desc(webhookEvents.deliveredAt));
    expect(last?.type).toBe('checkout.session.completed');
  });
});

describe('refunds under a storm', () => {
  it('wait for the money that covers them', async () => {
    const product = await aProduct('Balance');
    const sessionId = await new Visitor(story).fund([product.id, 90]);
    const order = await orderIn('paid', sessionId);
    await control(story, 'balance', { available: 0 });
    const [share] = await rowsWhere(contributions, eq(contributions.orderId, order!.id));
    await requestRefund(share!.id, { reason: 'requested' });
    const refundNow = async () =>
      (await db().select().from(refunds).where(eq(refunds.id, share!.id)))[0];
    await eventually(refundNow, (refund) => refund?.status === 'pending');
    // Not out of the balance yet: still owed, and the audit agrees.
    expect(await balanceOf('refunds')).toBe(9_000);
    expect((await audit()).matches).toBe(true);
    await control(story, 'balance', { available: null });
    await reconcile();
    await eventually(refundNow, (refund) => refund?.status === 'succeeded');
    expect(await balanceOf('refunds')).toBe(0);
    expect((await audit()).matches).toBe(true);
  });
});

describe('an event about what Stripe does not have', () => {
  it.each([
    ['about what Stripe does not have', { object: { id: 're_none' } }, 'Stripe does not know'],
    ['about nothing', { object: {} }, 'names no object'],
    ['about no object', {}, 'names no object'],
    ['about something odd', { object: { id: "x' or 1" } }, 'names no object'],
  ])(
    '%s is set aside with the reason: it waits for nobody and stops nothing',
    async (_, data, why) => {
      const id = `evt_${crypto.randomUUID()}`;
      const type = 'refund.updated';
      const payload = { id, type, created: Math.floor(Date.now() / 1000), data };
      await db().insert(webhookEvents).values({ id, type, livemode: false, payload });
      expect(await reconcile()).toMatchObject({ processedEvents: 1, failedEvents: 0 });
      const [stored] = await db().select().from(webhookEvents).where(eq(webhookEvents.id, id));
      expect(stored).toMatchObject({
        processedAt: expect.any(Date),
        lastError: expect.stringContaining(why),
      });
    },
  );
});
