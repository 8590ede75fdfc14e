import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { configure } from '#app/config.ts';
import {
  settleLostOrders,
  settleOverdueOrders,
} from '#app/funding/checkout/settle-order.server.ts';
import { overdueOrders } from '#app/funding/store.server.ts';
import { validateFreed } from '#app/funding/checkout/validate-cart.server.ts';
import { advanceClock, now } from '#app/platform/clock.server.ts';
import { db } from '#app/database/db.server.ts';
import { stripe } from '#app/stripe/stripe.server.ts';
import { orders } from '#db/schema.ts';
import { orderOf } from '#test/support/books.ts';
import { aProduct, environmentNow, eventually, productNow, useStory } from '#test/support/story.ts';
import { control, Visitor } from '#test/support/visitor.ts';

const story = useStory();
let broken: Server;
let healthy: Record<string, string | undefined>;

/** Stripe on a bad day: it answers every creation with 500, and lists nothing. */
beforeEach(async () => {
  healthy = environmentNow();
  broken = createServer((request, response) => {
    const isCreation = request.method === 'POST';
    response.writeHead(isCreation ? 500 : 200, {
      'Content-Type': 'application/json',
      'Stripe-Should-Retry': 'false',
    });
    const error = { error: { type: 'api_error', message: 'Something is broken' } };
    const none = { object: 'list', data: [], has_more: false, url: '/v1/checkout/sessions' };
    response.end(JSON.stringify(isCreation ? error : none));
  });
  await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve));
});

afterEach(() => {
  configure(healthy);
  broken.closeAllConnections();
  broken.close();
});

const breakStripe = () =>
  configure({
    ...healthy,
    STRIPE_API_BASE: `http://127.0.0.1:${(broken.address() as AddressInfo).port}`,
  });

const statusOf = async (note: string) =>
  (await db().select().from(orders)).filter((order) => order.note === note).length;

describe('a reservation whose session was never made', () => {
  it('gives way when the same browser tries again, though Stripe repeats its error', async () => {
    const product = await aProduct('Bad day', 100);
    const visitor = new Visitor(story);
    breakStripe();
    for (let attempt = 0; attempt < 3; attempt++) {
      const refused = await visitor.commit([product.id, 80]);
      expect(refused).toMatchObject({
        status: 502,
        body: {
          error: 'The payment provider cannot be reached. Nothing was charged. Please try again.',
        },
      });
      expect((await productNow(product.id)).reservedCents).toBe(8_000);
    }
    configure(healthy);
    expect((await visitor.commit([product.id, 100])).status).toBe(200);
    expect((await productNow(product.id)).reservedCents).toBe(10_000);
  });

  it('is released by the sweep once its time is over', async () => {
    const product = await aProduct('Bad day, left alone', 100);
    breakStripe();
    await new Visitor(story).commit([product.id, 80]);
    const before = await statusOf('no checkout session was made');
    story.advance(32 * 60);
    await settleOverdueOrders('open', 0);
    // The clock's own sweep may have come first.
    await eventually(
      () => productNow(product.id),
      ({ reservedCents }) => reservedCents === 0,
    );
    expect(await statusOf('no checkout session was made')).toBeGreaterThan(before);
  });
});

describe('an order whose process has died', () => {
  const lost = { sessionId: null, sessionUrl: null };

  it('gives way to whoever asks for its product, not after 31 minutes', async () => {
    const product = await aProduct('Never made', 100);
    breakStripe();
    await new Visitor(story).commit([product.id, 80]);
    configure(healthy);
    const next = new Visitor(story);
    expect((await next.commit([product.id, 100])).status).toBe(409);
    story.advance(31);
    expect((await next.commit([product.id, 100])).status).toBe(200);
    expect((await productNow(product.id)).reservedCents).toBe(10_000);
  });

  it('is not in the way of what can be paid for, and not of its own browser at all', async () => {
    const product = await aProduct('Never made, looked at', 100);
    const [first, next] = [new Visitor(story), new Visitor(story)];
    breakStripe();
    await first.commit([product.id, 80]);
    configure(healthy);
    const look = async (one: Visitor) =>
      (await one.post('/api/validate-cart', { cart: [{ productId: product.id, amount: 100 }] }))
        .body.validItems;
    expect(await look(next)).toMatchObject([{ amount: 20 }]);
    expect(await look(first)).toMatchObject([{ amount: 100 }]);
    story.advance(31);
    await eventually(
      () => look(next),
      ([item]) => item?.amount === 100,
    );
  });

  it('is asked after at Stripe once a minute, however many look, and none waits long', async () => {
    const product = await aProduct('Never made, silent', 100);
    breakStripe();
    await new Visitor(story).commit([product.id, 100]);
    story.advance(31);
    let asked = 0;
    broken.removeAllListeners('request').on('request', () => void (asked += 1)); // no answer
    const someone = { browserHash: 'b', addressHash: 'a' };
    const look = (waitMs = 500) =>
      validateFreed([{ productId: product.id, amount: 100 }], someone, waitMs);
    const found = await Promise.all([look(), look(), look()]);
    for (const { removedItems } of [...found, await look()]) {
      expect(removedItems).toMatchObject([{ reason: 'being_paid_for' }]);
    }
    expect([1, 2]).toContain(asked); // a minute may have ended meanwhile
    configure(healthy);
    story.advance(60);
    expect((await look(60_000)).validItems).toMatchObject([{ amount: 100 }]);
  });

  it('is found by the session that was made for it, which ends, by any process of several', async () => {
    const product = await aProduct('Made, not stored', 100);
    const { body } = await new Visitor(story).commit([product.id, 80]);
    const { id } = (await orderOf(body.sessionId))!;
    await db().update(orders).set(lost).where(eq(orders.id, id));
    expect(await settleLostOrders([product.id])).toBe(0);
    story.advance(31);
    await Promise.all([settleLostOrders(), settleLostOrders(), settleLostOrders([product.id])]);
    expect((await productNow(product.id)).reservedCents).toBe(0);
    expect(await orderOf(body.sessionId)).toMatchObject({ id, status: 'expired' });
    expect(await stripe().checkout.sessions.retrieve(body.sessionId)).toMatchObject({
      status: 'expired',
    });
  });

  it('counts as paid where it was paid all the same', async () => {
    const product = await aProduct('Made and paid', 100);
    const visitor = new Visitor(story);
    const { body } = await visitor.commit([product.id, 80]);
    const { id } = (await orderOf(body.sessionId))!;
    await control(story, 'webhooks', { down: true });
    await visitor.payOnHostedPage(body.sessionId);
    await db().update(orders).set(lost).where(eq(orders.id, id));
    story.advance(31);
    expect(await settleLostOrders([product.id])).toBe(1);
    await control(story, 'webhooks', { down: false });
    expect(await productNow(product.id)).toMatchObject({ reservedCents: 0, raisedCents: 8_000 });
  });
});

describe('a session that Stripe does not know any more', () => {
  it('keeps its reservation until its time is over, and not for ever', async () => {
    const product = await aProduct('Other account', 100);
    const { body } = await new Visitor(story).commit([product.id, 80]);
    const gone = { sessionId: 'cs_test_gone' };
    await db().update(orders).set(gone).where(eq(orders.sessionId, body.sessionId));
    await settleOverdueOrders('open', -1_900);
    expect((await productNow(product.id)).reservedCents).toBe(8_000);
    story.advance(32 * 60);
    await settleOverdueOrders('open', 0);
    expect((await productNow(product.id)).reservedCents).toBe(0);
    expect(await statusOf('Stripe does not know the session')).toBe(1);
  });
});

describe('a clock of ours that is behind Stripe’s by a minute and a half', () => {
  it('opens checkouts all the same, and ends them when Stripe does', async () => {
    const product = await aProduct('Slow clock', 100);
    try {
      advanceClock(-90_000);
      await stripe().events.list({ limit: 1 });
      const { status, body } = await new Visitor(story).commit([product.id, 80]);
      expect(status).toBe(200);
      const { expires_at: endS, created } = await stripe().checkout.sessions.retrieve(
        body.sessionId,
      );
      expect(endS - created).toBeGreaterThanOrEqual(1_800);
    } finally {
      advanceClock(90_000);
      await stripe().events.list({ limit: 1 });
    }
  });
});

describe('the sweep', () => {
  it('pages past orders that cannot be settled', async () => {
    const product = await aProduct('Many', 100);
    for (let at = 0; at < 3; at++) await new Visitor(story).commit([product.id, 10]);
    const later = new Date(now().getTime() + 86_400_000);
    const first = await overdueOrders('open', later, undefined, 2);
    const second = await overdueOrders('open', later, first.at(-1), 2);
    const all = [...first, ...second].map((order) => order.id);
    expect(new Set(all).size).toBe(all.length);
    expect(all.length).toBeGreaterThanOrEqual(3);
    story.advance(32 * 60);
    await settleOverdueOrders('open', 0);
  });
});

describe('a product whose name is long and not plain', () => {
  it('is paid for like any other', async () => {
    const product = await aProduct(`${'x'.repeat(238)}🧪🧪🧪`, 100);
    expect((await new Visitor(story).commit([product.id, 5])).status).toBe(200);
  });
});
