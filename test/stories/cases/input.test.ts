import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { db } from '#app/platform/db.server.ts';
import { stripe } from '#app/platform/stripe.server.ts';
import { orderLines, orders, products } from '#db/schema.ts';
import { aProduct, productNow, useStory } from '#test/support/story.ts';
import { Visitor } from '#test/support/visitor.ts';
import { balanceOf, keptAtStripe, orderIn, pageOf } from './look.ts';

const story = useStory();

const countOrders = async () => (await db().select().from(orders)).length;

describe('tampered input', () => {
  it('tampered amount, name and currency', async () => {
    const product = await aProduct('Honest name');
    const visitor = new Visitor(story);
    // Whatever else a browser claims, the server asks Stripe for its own name and dollars.
    const { status, body } = await visitor.post('/api/create-checkout', {
      cart: [
        {
          productId: product.id,
          amount: 20,
          name: 'Forged name',
          target_amount: 1,
          current_amount: -5,
          currency: 'jpy',
          unit_amount: 1,
        },
      ],
    });
    expect(status).toBe(200);
    const session = await stripe().checkout.sessions.retrieve(body.sessionId, {
      expand: ['line_items'],
    });
    expect(session).toMatchObject({ currency: 'usd', amount_total: 2_000 });
    expect(session.line_items?.data.map((item) => item.description)).toEqual([
      'Testing of Honest name',
    ]);
    // And where what is paid is not what was ordered, it raises nothing.
    await db()
      .update(orderLines)
      .set({ amountCents: 1_900 })
      .where(eq(orderLines.productId, product.id));
    await db().update(orders).set({ amountCents: 1_900 }).where(eq(orders.sessionId, session.id));
    await db().update(products).set({ reservedCents: 1_900 }).where(eq(products.id, product.id));
    await visitor.payOnHostedPage(session.id);
    const order = await orderIn('review', session.id);
    expect(await balanceOf(`product:${product.id}`)).toBe(0);
    expect(await balanceOf('review')).toBe(2_000);
    expect(await keptAtStripe(order.paymentIntentId)).toBe(2_000);
    expect(await pageOf(story, product.id)).toMatchObject({ current_amount: 0 });
  });

  it.each([0, -5, 0.1, '5e2', null, 1e21, '', '20', [20], true])(
    'amounts 0, -5, 0.1, NaN, 1e21, "5e2": %j',
    async (amount) => {
      const product = await aProduct();
      const before = await countOrders();
      // NaN is null in JSON; the digits of 1e21 are spelt out below.
      const refused = await new Visitor(story).commit([product.id, amount]);
      expect(refused.status).toBe(400);
      expect(refused.body.error).toMatch(/whole number of dollars/);
      expect(await countOrders()).toBe(before);
      expect((await productNow(product.id)).reservedCents).toBe(0);
      expect(await pageOf(story, product.id)).toMatchObject({ current_amount: 0 });
    },
  );

  it.each(['NaN', '1e21', '1e2', '1000000000000000000000', 'Infinity'])(
    'amounts as they stand in JSON: %s',
    async (literal) => {
      const product = await aProduct();
      const visitor = new Visitor(story);
      const body = `{"cart":[{"productId":${product.id},"amount":${literal}}]}`;
      const answered = await visitor.post('/api/create-checkout', body);
      // 1e2 is the number 100 in JSON, and nothing else.
      expect(answered.status).toBe(literal === '1e2' ? 200 : 400);
      expect((await productNow(product.id)).reservedCents).toBe(literal === '1e2' ? 10_000 : 0);
    },
  );

  it('100 items and 101', async () => {
    const hundred = await Promise.all(Array.from({ length: 100 }, () => aProduct()));
    const visitor = new Visitor(story);
    const one = await aProduct();
    const items = hundred.map(({ id }): [number, number] => [id, 2]);
    const tooMany = await visitor.commit(...items, [one.id, 2]);
    expect(tooMany).toMatchObject({ status: 400 });
    expect(tooMany.body.error).toMatch(/at most 100/);
    const { status, body } = await visitor.commit(...items);
    expect(status).toBe(200);
    await visitor.payOnHostedPage(body.sessionId);
    const order = await orderIn('paid', body.sessionId);
    expect(await keptAtStripe(order.paymentIntentId)).toBe(20_000);
    for (const { id } of [hundred[0]!, hundred[57]!, hundred[99]!]) {
      expect(await balanceOf(`product:${id}`)).toBe(200);
      expect(await pageOf(story, id)).toMatchObject({ current_amount: 2 });
    }
  });
});
