import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { closestToFund, groupsToFund } from './closest-to-fund.server.ts';
import { searchText } from './product-keys.ts';
import { db, inTransaction } from '#app/database/db.server.ts';
import { contributions, emailSubscriptions, orderLines, products } from '#db/schema.ts';
import { aFollow } from '#test/support/topics.ts';
import { anOrder, aShareOf, changeProduct, addRows } from '#test/support/gifts.ts';
import { allowMadeUpMoney, asOwner, useDatabase } from '#test/support/database.ts';

useDatabase();
allowMadeUpMoney();

type Row = Partial<typeof products.$inferInsert>;

async function add(id: number, raisedCents: number, more: Row = {}) {
  const row = { id, name: `No. ${id}`, searchText: searchText(`No. ${id}`, null), raisedCents };
  await addRows(products, { ...row, ...more });
}

/** An unfinished checkout of a product: what stands in its order is what is reserved. */
async function reserve(productId: number, amountCents: number, status = 'open') {
  const { id: orderId } = await anOrder({ amountCents, status });
  const line = { orderId, productId, productName: 'A', brand: 'B', amountCents };
  await db().insert(orderLines).values(line);
  await changeProduct(productId, { reservedCents: amountCents });
}

const closest = async (most = 9) =>
  (await closestToFund(most)).map(({ id, missingCents }) => [id, missingCents]);

beforeEach(async () => {
  for (const table of [
    'email_subscriptions',
    'contributions',
    'order_lines',
    'orders',
    'products',
  ]) {
    await asOwner(`delete from ${table}`);
  }
});

describe('what a rule chooses by itself', () => {
  test('lacks the least to its goal, whatever its samples; then has more, more followers, or is newer', async () => {
    const day = (n: number) => ({ createdAt: new Date(Date.UTC(2026, 0, n)) });
    await add(1001, 0, day(2));
    await add(1002, 42_500);
    await add(1003, 80_000);
    await add(1004, 123_500);
    await add(1005, 100_000, { targetCents: 104_000 });
    await add(1006, 0, day(3));
    await add(1007, 0, day(1));
    for (const email of ['a@example.org', 'b@example.org']) {
      await db().insert(emailSubscriptions).values(aFollow('product:1007', email));
    }
    expect(await closest()).toEqual([
      [1004, 4_000],
      [1005, 4_000],
      [1003, 47_500],
      [1002, 85_000],
      [1007, 127_500],
      [1006, 127_500],
      [1001, 127_500],
    ]);
    expect(await closest(2)).toEqual([
      [1004, 4_000],
      [1005, 4_000],
    ]);
  });

  test.each<[string, Row]>([
    ['is for demonstration', { isDemo: true }],
    ['is hidden', { hiddenAt: new Date() }],
    ['was removed', { removedAt: new Date(), removedReason: 'removed' }],
    ['was merged', { removedAt: new Date(), removedReason: 'merged', mergedInto: 1001 }],
    ['nobody has looked at', { unreviewedSince: new Date() }],
    ['is being tested', { testingStatus: 'Testing in Progress', raisedCents: 127_500 }],
    ['is tested', { testingStatus: 'Tested', raisedCents: 127_500 }],
  ])('is nothing that %s', async (_, change) => {
    await add(1001, 0);
    await add(1002, 127_400);
    expect(await closest()).toEqual([
      [1002, 100],
      [1001, 127_500],
    ]);
    await changeProduct(1002, change);
    expect(await closest()).toEqual([[1001, 127_500]]);
  });

  test('is nothing with money in dispute, until the dispute is over', async () => {
    await add(1001, 127_400);
    const order = await anOrder({ amountCents: 100, status: 'paid', email: 'a@example.org' });
    await aShareOf(order, { productId: 1001, status: 'disputed' });
    expect(await closest()).toEqual([]);
    await db().update(contributions).set({ status: 'charged_back' });
    expect(await closest()).toEqual([[1001, 100]]);
  });

  test('counts what is in checkout as paid: what is left is what somebody else can give', async () => {
    await add(1001, 126_500);
    await add(1002, 100_000);
    await add(1003, 40_000);
    await add(1004, 80_000);
    await reserve(1001, 1_000); // all of it
    await reserve(1002, 27_000); // $5 are left to its goal
    await reserve(1003, 2_500, 'awaiting'); // its first sample: the second is next
    expect(await closest()).toEqual([
      [1002, 500],
      [1004, 47_500],
      [1003, 85_000],
    ]);
  });

  test('can be chosen from a kind of product alone', async () => {
    await add(1001, 127_400, { category: 'Dairy' });
    await add(1002, 100, { category: 'Pantry' });
    const found = await closestToFund(1, sql`category = ${'Pantry'}`);
    expect(found).toMatchObject([{ id: 1002, missingCents: 127_400 }]);
  });

  test('is found by an index, however many products there are', async () => {
    await asOwner(`insert into products (id, name, search_text, target_cents, levels, raised_cents)
      select n, 'No. ' || n, 'no', 127500, 3, (n * 7919) % 127400
      from generate_series(10001, 30000) n; analyze products`);
    const plans: string[] = [];
    await inTransaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = on`);
      const spy = {
        execute: async (query: never) => {
          const { rows } = await tx.execute<{ 'QUERY PLAN': string }>(
            sql`explain analyze ${query}`,
          );
          plans.push(...rows.map((row) => row['QUERY PLAN']));
          return { rows: [] };
        },
      };
      await closestToFund(3, sql`true`, spy as never);
    });
    expect(plans.join('\n')).toContain('products_open_by_missing');
    expect(plans.join('\n')).not.toMatch(/Seq Scan on products/);
  });
});

test('groups to fund have a product that can be', async () => {
  await add(1001, 0, { category: 'Dairy' });
  await add(1002, 127_500, { category: 'Produce' });
  await add(1003, 0, { category: 'Frozen', hiddenAt: new Date() });
  await add(1004, 0, { category: 'Baby Food' });
  await reserve(1004, 127_500);
  expect((await groupsToFund()).map(({ key }) => key)).toEqual(['dairy']);
});
