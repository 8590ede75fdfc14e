import { randomUUID } from 'node:crypto';
import { eq, inArray, sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { config } from '#app/config.ts';
import { searchText } from '#app/catalogue/product-keys.ts';
import { recordPayment } from '#app/funding/checkout/record-payment.server.ts';
import { checkLedger } from '#app/ledger/check.server.ts';
import { db, disconnect, pool } from '#app/database/db.server.ts';
import { useDatabase } from '#test/support/database.ts';
import { aPayment, rowNow, rowsWhere, addRows } from '#test/support/gifts.ts';
import { contributions, mails, orderLines, orders, products, refunds } from '#db/schema.ts';
// Names the kinds of orders.
import '#app/webhooks.ts';

const database = useDatabase();
const CENTS = 500;

let nextCode = 7_001;

/** A new product, and open orders of five dollars that have reserved it; or whose time is over. */
async function wanted(many: number, { targetCents = 127_500, status = 'open' } = {}) {
  const reservedCents = status === 'open' ? many * CENTS : 0;
  const name = `Product ${nextCode}`;
  const product = { id: nextCode++, name, targetCents, reservedCents, searchText: name };
  await addRows(products, { ...product, searchText: searchText(name, '') });
  const made = Array.from({ length: many }, () => {
    const id = randomUUID();
    return { id, sessionId: `cs_${id}`, email: `${id}@example.org`, feeId: `txn_${id}` };
  });
  const shared = { kind: 'funding', amountCents: CENTS, returnUrl: 'http://localhost', status };
  await addRows(
    orders,
    made.map(({ id, sessionId }) => ({
      ...shared,
      id,
      sessionId,
      browserHash: id,
      addressHash: id,
      expiresAt: new Date(),
    })),
  );
  const line = { productId: product.id, productName: name, brand: 'Brand', amountCents: CENTS };
  await addRows(
    orderLines,
    made.map(({ id }) => ({ ...line, orderId: id })),
  );
  return { productId: product.id, made };
}

type Made = Awaited<ReturnType<typeof wanted>>['made'][number];

/** What Stripe says of an order's payment, recorded. */
function record(
  { id, sessionId, email, feeId }: Made,
  productId: number,
  { paidCents = CENTS, by = recordPayment } = {},
) {
  const session = {
    id: sessionId,
    currency: 'usd',
    amount_total: paidCents,
    customer_details: { email },
  } as Stripe.Checkout.Session;
  const payment = aPayment({
    source: `checkout:${sessionId}`,
    sessionId,
    paymentIntentId: `pi_${id}`,
    email,
    fee: { transactionId: feeId, cents: 45 },
  });
  return by({ id, kind: 'funding' }, session, new Map([[productId, paidCents]]), payment);
}

/** The statements of every connection that is opened from now on. */
async function watchStatements(): Promise<string[]> {
  await disconnect();
  const sentence: string[] = [];
  pool().on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    client.query = ((...given: unknown[]) => {
      sentence.push(String((given[0] as { text?: string }).text ?? given[0]));
      return query(...given);
    }) as typeof client.query;
  });
  return sentence;
}

afterEach(async () => {
  expect(await checkLedger()).toEqual([]);
});

describe('payments that are ready at the same moment', () => {
  it('are recorded in one commit, which takes the lock of their product once', async () => {
    const { productId, made } = await wanted(20);
    const sentence = await watchStatements();
    const statuses = await Promise.all(made.map((one) => record(one, productId)));
    expect(new Set(statuses)).toEqual(new Set(['paid']));
    expect(sentence.filter((text) => text === 'commit')).toHaveLength(1);
    expect(
      sentence.filter((text) => /from "products".* for no key update/s.test(text)),
    ).toHaveLength(1);
    expect(sentence.length).toBeLessThan(15);
    expect(await rowNow(productId)).toMatchObject({
      raisedCents: 20 * CENTS,
      reservedCents: 0,
      contributorCount: 20,
    });
    const keys = made.map(({ id }) => `receipt:${id}`);
    expect(await db().$count(mails, inArray(mails.dedupeKey, keys))).toBe(20);
  });

  it('stand or fall alone: a wrong amount, a happening that is booked, one told of twice', async () => {
    const { productId, made } = await wanted(5);
    const [fine, wrong, first, second, last] = made as [Made, Made, Made, Made, Made];
    second.feeId = first.feeId; // the ledger takes no source twice
    const settled = await Promise.allSettled([
      record(fine, productId),
      record(wrong, productId, { paidCents: 400 }),
      record(first, productId),
      record(second, productId),
      record(fine, productId),
      record(last, productId),
    ]);
    const results = settled.map((one) => (one.status === 'fulfilled' ? one.value : one.status));
    // Of the two that exclude each other, one is recorded.
    expect(results.toSpliced(2, 2)).toEqual(['paid', 'review', 'paid', 'paid']);
    expect(results.slice(2, 4).toSorted()).toEqual(['paid', 'rejected']);
    expect(await rowNow(productId)).toMatchObject({
      raisedCents: 3 * CENTS,
      reservedCents: CENTS,
      contributorCount: 3,
    });
    const rows = await rowsWhere(
      orders,
      inArray(
        orders.id,
        made.map(({ id }) => id),
      ),
    );
    expect(rows.map(({ status }) => status).toSorted()).toEqual([
      'open',
      'paid',
      'paid',
      'paid',
      'review',
    ]);
  });

  it('fill a product in the order in which they came, and what it does not need goes back', async () => {
    const { productId, made } = await wanted(4, { targetCents: 1_200, status: 'expired' });
    await Promise.all(made.map((one) => record(one, productId)));
    const given = await rowsWhere(contributions, eq(contributions.productId, productId));
    const of = (one?: Made) =>
      given
        .filter(({ orderId }) => orderId === one?.id)
        .map(({ amountCents, status, isExcess }) => `${status} ${amountCents} ${isExcess}`)
        .toSorted();
    expect(made.map(of)).toEqual([
      ['paid 500 false'],
      ['paid 500 false'],
      ['paid 200 false', 'refund_pending 300 true'],
      ['refund_pending 500 true'],
    ]);
    const product = await rowNow(productId);
    expect([product.raisedCents, product.testingStatus]).toEqual([1_200, 'Testing in Progress']);
    expect(product.contributorCount).toBe(3);
    const owed = made.slice(2).map(({ id }) => id);
    expect(await db().$count(refunds, inArray(refunds.orderId, owed))).toBe(2);
    const told = await db()
      .select({ key: mails.dedupeKey })
      .from(mails)
      .where(sql`${mails.dedupeKey} like ${`goal-reached:${productId}:${made[2]!.id}:%`}`);
    expect(told).toHaveLength(3);
  });

  it('count a giver once', async () => {
    const { productId, made } = await wanted(3);
    for (const one of made) one.email = `Same.${productId}@example.org`;
    await Promise.all(made.map((one) => record(one, productId)));
    expect(await rowNow(productId)).toMatchObject({
      raisedCents: 3 * CENTS,
      contributorCount: 1,
    });
  });
});

it('two processes with groups of payments for one product never give it more than it needs', async () => {
  const { productId, made } = await wanted(120, { targetCents: 40 * CENTS, status: 'expired' });
  const { AUTH_SECRET } = config();
  const environment = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_URL: database.url(),
    AUTH_SECRET,
  };
  vi.resetModules();
  const another = await import('#app/config.ts');
  another.configure(environment);
  await import('#app/webhooks.ts');
  const { recordPayment: byAnother } =
    await import('#app/funding/checkout/record-payment.server.ts');
  expect(byAnother).not.toBe(recordPayment);
  await Promise.all(
    made.map(async (one, at) => {
      await new Promise((resolve) => setTimeout(resolve, at % 40));
      return record(one, productId, at % 2 === 0 ? {} : { by: byAnother });
    }),
  );
  await (await import('#app/database/db.server.ts')).disconnect();
  expect((await rowNow(productId)).raisedCents).toBe(40 * CENTS);
  const paid = sql`${contributions.productId} = ${productId} and not ${contributions.isExcess}`;
  expect(await db().$count(contributions, paid)).toBe(40);
  const ids = made.map(({ id }) => id);
  expect(await db().$count(refunds, inArray(refunds.orderId, ids))).toBe(80);
});
