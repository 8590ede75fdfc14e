import { beforeAll, expect, it } from 'vitest';
import { db } from '#app/database/db.server.ts';
import { orderLines, products } from '#db/schema.ts';
import { allowMadeUpMoney, useDatabase } from '#test/support/database.ts';
import { anOrder, addRows } from '#test/support/gifts.ts';
import { nextOfKind } from './next-of-kind.server.ts';

useDatabase();
allowMadeUpMoney();

beforeAll(async () => {
  const named = (id: number, name: string, raisedCents = 0) => ({
    id,
    name,
    searchText: name,
    raisedCents,
  });
  // Two breakfast cereals of the starter catalogue, and mustard, which is closest of all.
  await addRows(products, [
    named(1061, 'Oat rings'),
    named(1062, 'Wheat squares'),
    named(1026, 'Mustard', 90_000),
  ]);
});

async function paidFor(productIds: number[], status = 'paid') {
  const sessionId = `cs_test_${crypto.randomUUID().replaceAll('-', '')}`;
  const kind = productIds.length > 0 ? 'funding' : 'donation';
  const order = await anOrder({ kind, status, amountCents: 2_500, sessionId });
  const lines = productIds.map((productId) => ({
    orderId: order.id,
    productId,
    productName: 'A product',
    brand: '',
    amountCents: 2_500,
  }));
  if (lines.length > 0) await db().insert(orderLines).values(lines);
  return sessionId;
}

it('leads whoever paid for metals on to metals of its kind, to other metals, last to its plastics test', async () => {
  const metals = { name: 'Cereal', searchText: '', panel: 'metals', targetCents: 82_500 };
  await addRows(products, [
    { ...metals, id: 1901, itemOf: 1061 },
    { ...metals, id: 1902, itemOf: 1062 },
    { ...metals, id: 1903, itemOf: 1026, raisedCents: 80_000 },
  ]);
  const kind = 'Breakfast cereal';
  const called = { id: 1902, name: 'Cereal (metals)', kind };
  expect(await nextOfKind(await paidFor([1901]))).toMatchObject(called);
  expect(await nextOfKind(await paidFor([1901, 1902]))).toMatchObject({
    id: 1903,
    kind: undefined,
  });
  expect(await nextOfKind(await paidFor([1901, 1902, 1903]))).toMatchObject({ id: 1026 });
  // A list of both is led on to plastics, and what is of plastics always was.
  expect(await nextOfKind(await paidFor([1061, 1901]))).toMatchObject({ id: 1062, kind });
});

it('leads whoever paid on to another of the kind, else to what is closest to being tested', async () => {
  expect(await nextOfKind(await paidFor([1061]))).toMatchObject({
    id: 1062,
    kind: 'Breakfast cereal',
  });
  const closest = { id: 1026, kind: undefined, missingCents: 37_500 };
  expect(await nextOfKind(await paidFor([1061, 1062]))).toMatchObject(closest);
  expect(await nextOfKind(await paidFor([])), 'after a donation').toMatchObject(closest);
  expect(await nextOfKind('cs_test_unknown')).toBeNull();
  expect(await nextOfKind(await paidFor([], 'open')), 'before the gift is laid on any').toBeNull();
});
