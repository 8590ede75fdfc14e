import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { db } from '#app/database/db.server.ts';
import { stripe } from '#app/stripe/stripe.server.ts';
import { reconcile } from '#app/reconcile.ts';
import { orderLines, orders } from '#db/schema.ts';
import { balanceOf, orderIn, paysAt } from '#test/support/books.ts';
import { changeProduct } from '#test/support/gifts.ts';
import { aProduct, useStory } from '#test/support/story.ts';
import { Visitor } from '#test/support/visitor.ts';
import { amountsMatch, heldAtStripe, pageOf, sessionsAtStripe } from './look.ts';

const story = useStory({ CHECKOUTS_TIMES: '1000' });

const NOTHING = { current_amount: 0, reserved_amount: 0 };

const countOrders = async () => (await db().select().from(orders)).length;

/** Changes what an order asked for, after Stripe has been asked for something else. */
async function tamper(sessionId: string, change: { amountCents?: number; currency?: string }) {
  const { amountCents } = change;
  const [order] = await db()
    .update(orders)
    .set(change)
    .where(eq(orders.sessionId, sessionId))
    .returning();
  if (!order || amountCents === undefined) return;
  const [line] = await db()
    .update(orderLines)
    .set({ amountCents })
    .where(eq(orderLines.orderId, order.id))
    .returning();
  const productId = line?.productId ?? 0;
  await changeProduct(productId, { reservedCents: amountCents });
}

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
    // And where what is paid is not what the order says, it raises nothing and waits for a person.
    await tamper(body.sessionId, { amountCents: 1_900 });
    const other = await aProduct();
    const second = await new Visitor(story).commit([other.id, 30]);
    await tamper(second.body.sessionId, { currency: 'eur' });
    for (const [sessionId, productId, cents, why] of [
      [body.sessionId, product.id, 2_000, 'paid 2000 cents of 1900'],
      [second.body.sessionId, other.id, 3_000, 'paid in usd'],
    ] as [string, number, number, string][]) {
      const before = await balanceOf('review');
      await visitor.payOnHostedPage(sessionId);
      const order = await orderIn('review', sessionId);
      expect(order.note).toBe(why);
      expect(await balanceOf(`product:${productId}`)).toBe(0);
      expect(await balanceOf('review')).toBe(before + cents);
      expect(await heldAtStripe(order.paymentIntentId)).toBe(cents);
      expect(await pageOf(story, productId)).toMatchObject(NOTHING);
      const seen = await visitor.get(`/api/checkout-success?session_id=${sessionId}`);
      expect(seen).toMatchObject({ status: 409, body: { success: false } });
    }
    await reconcile();
    expect(await amountsMatch()).toBe(true);
  });

  it('100 items and 101', async () => {
    const hundred = await Promise.all(Array.from({ length: 100 }, () => aProduct()));
    const visitor = new Visitor(story);
    const one = await aProduct();
    const items = hundred.map(({ id }): [number, number] => [id, 2]);
    const before = [await countOrders(), await sessionsAtStripe()];
    const tooMany = await visitor.commit(...items, [one.id, 2]);
    expect(tooMany).toMatchObject({ status: 400 });
    expect(tooMany.body.error).toMatch(/at most 100/);
    expect([await countOrders(), await sessionsAtStripe()]).toEqual(before);
    const { status, body } = await visitor.commit(...items);
    expect(status).toBe(200);
    const order = await paysAt(visitor, body.sessionId);
    expect(await heldAtStripe(order.paymentIntentId)).toBe(20_000);
    for (const { id } of hundred) {
      expect(await balanceOf(`product:${id}`)).toBe(200);
      expect(await pageOf(story, id)).toMatchObject({ current_amount: 2 });
    }
    expect(await amountsMatch()).toBe(true);
  });
});
