import fc from 'fast-check';
import { and, eq } from 'drizzle-orm';
import Stripe from 'stripe';
import { expect, it } from 'vitest';
import { release } from '#app/funding/checkout/release.server.ts';
import { settleOverdueOrders } from '#app/funding/checkout/settle-order.server.ts';
import { requestRefund } from '#app/funding/refunds/request-refund.server.ts';
import { checkLedger } from '#app/ledger/check.server.ts';
import { db } from '#app/database/db.server.ts';
import { stripe } from '#app/stripe/stripe.server.ts';
import { contributions, orders } from '#db/schema.ts';
import { aProduct, eventually, productNow, useStory, WEBHOOK_SECRET } from '#test/support/story.ts';
import { Visitor } from '#test/support/visitor.ts';

const story = useStory({ CHECKOUTS_TIMES: '1000' });

/** What may happen, to one of three visitors and one of two products. */
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('commit' as const),
      who: fc.nat(2),
      product: fc.nat(2),
      dollars: fc.integer({ min: 1, max: 90 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('pay' as const), which: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('expire' as const), which: fc.nat(20) }) },
  // As if Stripe had said so too early: the reservation is gone, the session is not.
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('lose-reservation' as const), which: fc.nat(20) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('webhooks' as const), seed: fc.nat(1_000) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('take back' as const), which: fc.nat(20) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('sweep' as const),
      minutes: fc.integer({ min: 1, max: 40 }),
    }),
  },
);

it(
  'no sequence of commits, payments, refunds, expiries and webhooks over-funds a product or unbalances the ledger',
  { retry: 0, timeout: 600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        const targets = [60, 100, 1275];
        const products = await Promise.all(targets.map((dollars) => aProduct(undefined, dollars)));
        const visitors = [new Visitor(story), new Visitor(story), new Visitor(story)];
        const sessions: string[] = [];
        const paid = new Map<string, number>();
        const amounts = new Map<string, number>();
        const pick = (which: number) => sessions[which % Math.max(1, sessions.length)];
        for (const now of steps) {
          if (now.does === 'commit') {
            const answered = await visitors[now.who]!.commit([
              products[now.product]!.id,
              now.dollars,
            ]);
            expect([200, 409]).toContain(answered.status);
            if (answered.status !== 200) continue;
            sessions.push(answered.body.sessionId);
            amounts.set(answered.body.sessionId, now.dollars * 100);
          } else if (now.does === 'pay' && pick(now.which)) {
            const sessionId = pick(now.which)!;
            const page = await visitors[0]!.payOnHostedPage(sessionId);
            if (page.status === 303) paid.set(sessionId, amounts.get(sessionId) ?? 0);
          } else if (now.does === 'expire' && pick(now.which)) {
            await stripe()
              .checkout.sessions.expire(pick(now.which)!)
              .catch(() => {});
          } else if (now.does === 'lose-reservation' && pick(now.which)) {
            const [order] = await db()
              .select()
              .from(orders)
              .where(eq(orders.sessionId, pick(now.which)!));
            if (order?.status === 'open') await release(order.id, 'expired');
          } else if (now.does === 'webhooks') {
            await deliverShuffled(now.seed);
          } else if (now.does === 'take back' && pick(now.which)) {
            const [share] = await db()
              .select({ id: contributions.id })
              .from(contributions)
              .innerJoin(orders, eq(orders.id, contributions.orderId))
              .where(and(eq(orders.sessionId, pick(now.which)!), eq(contributions.status, 'paid')));
            if (share) await requestRefund(share.id, { reason: 'requested' });
          } else if (now.does === 'sweep') {
            story.advance(now.minutes * 60);
            await settleOverdueOrders('open', 0);
          }
          await noneOverFunded(products);
        }
        await deliverShuffled(7);
        const done = () => db().select().from(orders).where(eq(orders.status, 'paid'));
        await eventually(done, (rows) =>
          [...paid.keys()].every((id) => rows.some((row) => row.sessionId === id)),
        );
        expect(await checkLedger()).toEqual([]);
        for (const [sessionId, cents] of paid) {
          const [order] = await db().select().from(orders).where(eq(orders.sessionId, sessionId));
          const rows = await db()
            .select()
            .from(contributions)
            .where(eq(contributions.orderId, order!.id));
          expect(rows.reduce((sum, row) => sum + row.amountCents, 0)).toBe(cents);
        }
      }),
      { numRuns: Number(process.env.PROPERTY_RUNS ?? 20) },
    );
  },
);

/** Every event of the sandbox so far, twice each and in an order of the seed's. */
async function deliverShuffled(seed: number): Promise<void> {
  const events: Stripe.Event[] = [];
  for await (const event of stripe().events.list({
    limit: 100,
    types: ['checkout.session.completed', 'checkout.session.expired'],
  })) {
    events.push(event);
    if (events.length >= 40) break;
  }
  const twice = [...events, ...events].sort(
    (a, b) =>
      ((a.created * 31 + seed * a.id.charCodeAt(8)) % 97) -
      ((b.created * 17 + seed * b.id.charCodeAt(9)) % 97),
  );
  const sender = new Visitor(story);
  await Promise.all(
    twice.map(async (event) => {
      const payload = JSON.stringify(event);
      const header = stripe().webhooks.generateTestHeaderString({
        payload,
        secret: WEBHOOK_SECRET,
      });
      const answered = await sender.post('/api/stripe/webhook', payload, {
        'Stripe-Signature': header,
      });
      expect(answered.status).toBe(200);
    }),
  );
}

async function noneOverFunded(products: { id: number }[]): Promise<void> {
  for (const { id } of products) {
    const product = await productNow(id);
    expect(product.raisedCents).toBeGreaterThanOrEqual(0);
    expect(product.raisedCents + product.reservedCents).toBeLessThanOrEqual(product.targetCents);
  }
}
