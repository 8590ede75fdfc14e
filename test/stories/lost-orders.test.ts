import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { and, asc, eq, sql } from 'drizzle-orm';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { audit } from '#app/admin/audit/audit.server.ts';
import { fulfil } from '#app/funding/checkout/fulfil.server.ts';
import { requestRefund } from '#app/funding/refunds/request-refund.server.ts';
import { erasePerson } from '#app/contributions/my-data/personal-data.ts';
import { now } from '#app/platform/clock.server.ts';
import { moveCursor } from '#app/database/cursor.server.ts';
import { db } from '#app/database/db.server.ts';
import { stripe } from '#app/stripe/stripe.server.ts';
import { reconcile } from '#app/reconcile.ts';
import {
  contributions,
  disputes,
  mails,
  orders,
  productSubmissions,
  products,
  refunds,
  subscriptions,
  unmatched,
} from '#db/schema.ts';
import { runReconcile } from '#cli/reconcile.ts';
import { orderIn, paysAt, orderOf } from '#test/support/books.ts';
import { changeProduct, rowsWhere } from '#test/support/gifts.ts';
import { asOwner } from '#test/support/database.ts';
import { received } from '#test/support/inbox.ts';
import { rememberDatabase } from '#test/support/set-back.ts';
import { sendReviewBack } from '#test/support/send-review-back.ts';
import { aProduct, eventually, idle, productNow, useStory } from '#test/support/story.ts';
import { control, Visitor } from '#test/support/visitor.ts';

/*
 * A database that is set back to a moment before payments that Stripe has: a restore to a point in
 * time, or a failover that lost its last commits.
 */

const story = useStory();
let setBack: () => Promise<void>;

beforeAll(async () => {
  await new Visitor(story).fund([(await aProduct('Paid before')).id, 10]);
});

/** Nothing that Stripe sends arrives any more, and the database forgets what came meanwhile. */
async function lose(): Promise<void> {
  await idle();
  await control(story, 'webhooks', { down: true });
  await setBack();
}

beforeEach(async () => void (setBack = await rememberDatabase()));
afterEach(() => control(story, 'webhooks', { down: false }));

/** All that has to be as it was: who gave what to which product, and what the accounts hold. */
async function books() {
  const { rows: accounts } = await db().execute(sql`
    select account, sum(amount_cents)::int as cents from ledger_entries
    where account <> 'review' group by 1 having sum(amount_cents) <> 0 order by 1`);
  const shares = await db()
    .select({
      order: contributions.orderId,
      product: contributions.productId,
      email: contributions.email,
      cents: contributions.amountCents,
      status: contributions.status,
      payment: contributions.stripePaymentId,
      createdS: sql<number>`extract(epoch from ${contributions.createdAt})::int`,
      paidAt: contributions.paidAt,
    })
    .from(contributions)
    .orderBy(asc(contributions.orderId), asc(contributions.productId));
  const listed = await db()
    .select({
      id: products.id,
      key: products.key,
      name: products.name,
      brand: products.brand,
      urlKey: products.urlKey,
      upc: products.upc,
      servingSizeG: products.servingSizeG,
      raisedCents: products.raisedCents,
      reservedCents: products.reservedCents,
      contributorCount: products.contributorCount,
      testingStatus: products.testingStatus,
    })
    .from(products)
    .orderBy(asc(products.id));
  const monthly = await db()
    .select({
      id: subscriptions.id,
      order: subscriptions.orderId,
      customer: subscriptions.customerId,
      email: subscriptions.email,
      cents: subscriptions.amountCents,
      status: subscriptions.status,
      currentPeriodEnd: subscriptions.currentPeriodEnd,
    })
    .from(subscriptions);
  return { accounts, shares, listed, monthly };
}

/** Shares are dated anew by their sessions, which Stripe made within seconds of their orders. */
const like = ({ shares, ...rest }: Awaited<ReturnType<typeof books>>) => ({
  ...rest,
  shares: shares.map((share) => ({ ...share, createdS: expect.closeTo(share.createdS, -2) })),
});

const aSubmission = (nth: number) => ({
  name: `Soup "of the day" ${nth}`,
  product_url: `https://www.amazon.com/Soup/dp/B0000000${nth}`,
  comments: ` Two lines,\n${'and — long. '.repeat(100)}`,
  serving_size_g: 28.5,
  amount: 30,
});

async function submits(nth: number, more: object = {}): Promise<string> {
  const visitor = new Visitor(story);
  const { status, body } = await visitor.submit({ ...aSubmission(nth), ...more });
  if (status !== 200) throw new Error(JSON.stringify(body));
  await paysAt(visitor, body.sessionId);
  return body.sessionId;
}

const submissionOf = async (sessionId: string) => {
  const order = await orderOf(sessionId);
  const own = eq(productSubmissions.orderId, order?.id ?? '');
  return (await db().select().from(productSubmissions).where(own))[0]!;
};

async function donates(
  path: '/api/create-donation-checkout' | '/api/create-subscription-checkout',
  more = {},
) {
  const visitor = new Visitor(story);
  const { status, body } = await visitor.post(path, { amount: 25, ...more });
  if (status !== 200) throw new Error(JSON.stringify(body));
  await paysAt(visitor, body.sessionId);
  return { visitor, sessionId: body.sessionId };
}

async function reconciles(since?: Date): Promise<{ code: number; sentence: string }> {
  const out = new PassThrough();
  const code = await runReconcile(out, new PassThrough(), since);
  out.end();
  const sentence = await text(out);
  await idle();
  return { code, sentence };
}

async function allAgrees(): Promise<void> {
  const { matches, balance } = await audit();
  expect([matches, balance.discrepancy]).toEqual([true, 0]);
}

describe('orders that the database has lost', () => {
  it('come back exactly, with products that visitors added, and no number is given anew', async () => {
    const [one, two] = [await aProduct('One'), await aProduct('Two', 425)];
    const known = new Visitor(story);
    await orderIn('paid', await known.fund([one.id, 40], [two.id, 40]));
    const [share] = await rowsWhere(contributions, eq(contributions.productId, two.id));
    setBack = await rememberDatabase();

    const buyer = new Visitor(story);
    const bought = await buyer.fund([one.id, 20], [two.id, 30]);
    await orderIn('paid', bought);
    const added = await submits(1);
    const { productId, ...submission } = await submissionOf(added);
    await orderIn('paid', await new Visitor(story).fund([productId!, 60], [two.id, 5]));
    // Nobody else has named this one.
    const alone = await submits(2);
    const { productId: loneId } = await submissionOf(alone);
    await donates('/api/create-donation-checkout');
    await donates('/api/create-subscription-checkout');
    const contested = new Visitor(story);
    const second = await contested.commit([one.id, 70]);
    await contested.payOnHostedPage(second.body.sessionId, '4000 0000 0000 0259');
    await requestRefund(share!.id, { reason: 'requested' });
    await eventually(
      () => db().select().from(refunds).where(eq(refunds.id, share!.id)),
      ([refund]) => refund?.status === 'succeeded',
    );
    await eventually(
      () => db().select().from(contributions).where(eq(contributions.status, 'disputed')),
      ({ length }) => length === 1,
    );
    await idle();
    await reconcile();
    const before = await books();

    await lose();
    expect(await orderOf(bought)).toBeUndefined();
    const { code, sentence } = await reconciles();
    expect([code, sentence]).toEqual([
      0,
      expect.stringContaining('7 lost orders written anew from what Stripe has'),
    ]);
    expect(await books()).toEqual(like(before));
    const { productId: again, ...restored } = await submissionOf(added);
    expect([again, { ...restored, createdAt: 0 }]).toEqual([
      productId,
      { ...submission, createdAt: 0 },
    ]);
    await allAgrees();
    expect(await received(buyer.email, 'receipt')).toMatchObject({
      text: expect.stringContaining('You may have had this email before'),
    });

    expect(await reconciles()).toMatchObject({
      code: 0,
      sentence: expect.not.stringContaining('lost'),
    });
    expect(await books()).toEqual(like(before));
    // What is listed from now on has another number than all that were given.
    await control(story, 'webhooks', { down: false });
    const { productId: next } = await submissionOf(await submits(3));
    expect(next).toBeGreaterThan(Math.max(productId!, loneId!));

    // Comments are at Stripe for this alone, and go when their writer is erased.
    const stored = async () => (await stripe().checkout.sessions.retrieve(added)).metadata;
    expect(await stored()).toMatchObject({
      product_id: String(productId),
      comments_1: expect.stringMatching(/^Two/),
    });
    expect(await erasePerson((await orderOf(added))!.email ?? '', '')).toBe('erased');
    await idle();
    expect(await stored()).not.toHaveProperty('comments_1');
    expect(await stored()).toHaveProperty('name_1');
  }, 60_000);

  it('of a test for metals come back as that, of the item that they were of where it is still so called', async () => {
    await submits(4);
    const { name } = aSubmission(4);
    const [item] = await db().select().from(products).where(eq(products.name, name));
    setBack = await rememberDatabase();
    // By its name alone, and by nothing that is known.
    const other = 'https://www.amazon.com/Soup/dp/B00000001';
    const ids = [
      await submits(4, { panel: 'metals', product_url: `${other}4` }),
      await submits(5, { panel: 'metals', product_url: `${other}5` }),
    ];
    const made = await Promise.all(ids.map(submissionOf));
    const tests = await Promise.all(made.map(({ productId }) => productNow(productId!)));
    expect(tests).toMatchObject([
      { panel: 'metals', itemOf: item!.id, urlKey: null, targetCents: 82_500 },
      { panel: 'metals', itemOf: null, targetCents: 82_500 },
    ]);
    await lose();
    await reconciles();
    for (const [at, test] of tests.entries()) {
      const { panel, itemOf, targetCents, levels, raisedCents, urlKey } = test;
      const again = { panel, itemOf, targetCents, levels, raisedCents, urlKey };
      expect(await productNow(test.id)).toMatchObject(again);
      expect(await submissionOf(ids[at]!)).toMatchObject({ panel, itemOf, productId: test.id });
    }
    // Its number is another product's by now.
    await lose();
    await changeProduct(item!.id, { searchText: 'another\n' });
    await reconciles();
    expect(await productNow(tests[0]!.id)).toMatchObject({ panel: 'metals', itemOf: null });
    await allAgrees();
  });

  it('are adopted once, whoever tells of them at the same moment', async () => {
    const product = await aProduct('Raced for');
    setBack = await rememberDatabase();
    const sessionId = await new Visitor(story).fund([product.id, 35]);
    await orderIn('paid', sessionId);
    await lose();
    await Promise.all([fulfil(sessionId), reconcile(), reconcile(), fulfil(sessionId)]);
    expect(await productNow(product.id)).toMatchObject({ raisedCents: 3_500, contributorCount: 1 });
    const order = await orderOf(sessionId);
    const own = eq(contributions.orderId, order!.id);
    expect(await db().$count(contributions, own)).toBe(1);
    expect(await db().$count(mails, eq(mails.dedupeKey, `receipt:${order!.id}`))).toBe(1);
    await allAgrees();
  });

  it('send back what is too much once, though it went back before they were lost', async () => {
    const product = await aProduct('Nearly full', 425);
    const late = new Visitor(story);
    const { body } = await late.commit([product.id, 425]);
    // Its reservation is given back by hand, so that another takes the place.
    const order = await orderOf(body.sessionId);
    await db().update(orders).set({ status: 'expired' }).where(eq(orders.id, order!.id));
    await changeProduct(product.id, { reservedCents: 0 });
    await orderIn('paid', await new Visitor(story).fund([product.id, 400]));
    await idle();
    setBack = await rememberDatabase();
    await db()
      .delete(mails)
      .where(sql`false`);
    await asOwner(`delete from remembered.order_lines where order_id = '${order!.id}'`);
    await asOwner(`delete from remembered.orders where id = '${order!.id}'`);
    await paysAt(late, body.sessionId);
    const sent = () => db().select().from(refunds).where(eq(refunds.orderId, order!.id));
    const [first] = await eventually(sent, ([one]) => one?.status === 'succeeded');
    await lose();
    expect(await reconciles()).toMatchObject({ code: 0 });
    expect(await eventually(sent, ([one]) => one?.status === 'succeeded')).toMatchObject([
      { id: first!.id, amountCents: 40_000, stripeRefundId: first!.stripeRefundId },
    ]);
    await allAgrees();
  });

  it('go under review where their product is lost, or another has its number, and are refunded', async () => {
    const [gone, other] = [await aProduct('Gone'), await aProduct('Was another')];
    const [first, second] = [new Visitor(story), new Visitor(story)];
    await orderIn('paid', await first.fund([gone.id, 15]));
    await orderIn('paid', await second.fund([other.id, 16]));
    await asOwner(
      `insert into remembered.products (id, key, name, category, target_cents, levels, raised_cents,
         reserved_cents, contributor_count, is_demo, search_text, created_at, testing_status, panel, round)
       values (${other.id}, gen_random_uuid(), 'Given its number', 'Unknown', 127500, 3, 0, 0, 0, false,
         'given its number', now(), 'Untested', 'plastics', 1)`,
    );
    await lose();
    // Told of by itself: what it is for may come yet, and is waited for.
    const [told] = (await stripe().checkout.sessions.list({ limit: 2 })).data.slice(1);
    await expect(fulfil(told!.id)).rejects.toThrow(/lost with a product/);
    const { code, sentence } = await reconciles();
    expect([code, sentence]).toEqual([
      1,
      expect.stringMatching(/2 lost orders written anew[^]*2 lost orders cannot be exactly/),
    ]);
    const under = await db().select().from(orders).where(eq(orders.status, 'review'));
    expect(under.map(({ note }) => note).toSorted()).toEqual([
      `its product ${gone.id} is lost`,
      `product ${other.id} was another one`,
    ]);
    expect(await productNow(other.id)).toMatchObject({ raisedCents: 0 });
    const { body } = await new Visitor(story).get('/readyz');
    expect(body.lost_orders.warning).toMatch(/^The money of 2 orders that were lost/);
    await received(first.email, 'under-review');
    await allAgrees();

    for (const order of under) await sendReviewBack(order);
    await control(story, 'webhooks', { down: false });
    await eventually(
      () => db().$count(unmatched, sql`open_cents <> 0`),
      (open) => open === 0,
    );
    expect(await reconciles()).toMatchObject({ code: 0 });
    expect((await new Visitor(story).get('/readyz')).body.lost_orders.warning).toBeNull();
    await allAgrees();
  });

  it('of another site on the same account at Stripe stay what they are', async () => {
    const product = await aProduct('Elsewhere');
    const { body } = await new Visitor(story).commit([product.id, 9]);
    await stripe().checkout.sessions.update(body.sessionId, { metadata: { seal: 'f'.repeat(64) } });
    await new Visitor(story).payOnHostedPage(body.sessionId);
    await orderIn('paid', body.sessionId);
    await lose();
    expect(await fulfil(body.sessionId)).toBe('unknown');
    await reconciles();
    expect(await orderOf(body.sessionId)).toBeUndefined();
    const left = await rowsWhere(unmatched, sql`open_cents = 900`);
    expect(left).toHaveLength(1);
  });

  it('come back --since a moment, with renewals, disputes and ends of subscriptions that Stripe lists no events of anymore', async () => {
    const product = await aProduct('Long ago');
    // What the months are for comes back with the subscription, and the money to where it was.
    await changeProduct(product.id, { category: 'Dairy' });
    const purpose = 'closest:dairy';
    setBack = await rememberDatabase();
    const since = now();
    const { sessionId: monthly } = await donates('/api/create-subscription-checkout', {
      purpose,
    });
    const funded = await new Visitor(story).fund([product.id, 45]);
    await orderIn('paid', funded);
    await control(story, 'dispute', { session: funded, inquiry: true });
    const subscriptionOf = async () => {
      const order = await orderOf(monthly);
      const own = eq(subscriptions.orderId, order?.id ?? '');
      return order && (await db().select().from(subscriptions).where(own))[0];
    };
    const { id } = (await eventually(subscriptionOf, (found) => found !== undefined))!;
    await control(story, `subscriptions/${id}/renew`, {});
    await eventually(
      () => db().$count(orders, eq(orders.subscriptionId, id)),
      (count) => count === 2,
    );
    await stripe().subscriptions.cancel(id);
    await eventually(subscriptionOf, (found) => found?.endedAt != null);
    const inquiries = () =>
      db().select({ id: disputes.id, status: disputes.status }).from(disputes).orderBy(disputes.id);
    await eventually(inquiries, ({ length }) => length > 0);
    // What a renewal is called here follows from nothing at Stripe.
    const all = async () => {
      const own = eq(contributions.productId, product.id);
      const gift = and(eq(orders.subscriptionId, id), eq(orders.status, 'paid'));
      return {
        given: await db()
          .select()
          .from(contributions)
          .where(own)
          .then(([one]) => one?.status),
        months: (
          await db()
            .select()
            .from(orders)
            .where(gift)
            .orderBy(orders.paidAt, orders.paymentIntentId)
        ).map((one) => [one.paymentIntentId, one.amountCents, one.paidAt]),
        subscription: await subscriptionOf(),
        inquiries: await inquiries(),
        product: await productNow(product.id),
      };
    };
    await idle();
    await reconcile();
    const before = await all();
    expect(before.months).toHaveLength(2);
    expect(before).toMatchObject({ subscription: { purpose }, product: { raisedCents: 9_500 } });

    await lose();
    story.advance(45 * 86_400);
    for (const name of ['sessions', 'events', 'balance']) await moveCursor(name, now());
    await reconciles();
    expect(await subscriptionOf()).toBeUndefined();
    const { code, sentence } = await reconciles(since);
    expect([code, sentence]).toEqual([0, expect.stringContaining('2 lost orders written anew')]);
    expect(await all()).toEqual(before);
    // Another site's payment, of the test before, is unmatched still.
    expect((await audit()).balance.discrepancy).toBe(0);
  });
});
