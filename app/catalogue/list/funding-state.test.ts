import { beforeAll, describe, expect, it } from 'vitest';
import { listProducts } from './list-products.server.ts';
import { searchText } from '#app/catalogue/product-keys.ts';
import { now } from '#app/platform/clock.server.ts';
import { db } from '#app/database/db.server.ts';
import { products, testEndings } from '#db/schema.ts';
import { allowMadeUpMoney, useDatabase } from '#test/support/database.ts';
import { changeProduct } from '#test/support/gifts.ts';

useDatabase();
allowMadeUpMoney();

const paid = { testingStatus: 'Testing in Progress', raisedCents: 127_500 };
const catalogue = [
  { id: 1001, name: 'Apple', raisedCents: 10_000, category: 'Dairy' },
  { id: 1002, name: 'Bread', raisedCents: 10_000 },
  { id: 1003, name: 'Cider', raisedCents: 50_000 },
  { id: 1004, name: 'Dates', category: 'Dairy' },
  { id: 1005, name: 'Eggs' },
  { id: 1006, name: 'Figs', raisedCents: 1_000 },
  { id: 1007, name: 'Honey', ...paid, testingStatus: 'Tested' },
  { id: 1008, name: 'Tea', ...paid },
  { id: 1009, name: 'Tin', ...paid }, // its test ended without results
  { id: 1010, name: 'Jam', raisedCents: 127_400, reservedCents: 100 }, // all of it in checkout
  { id: 1011, name: 'Kale' }, // hidden
  { id: 9001, name: '[TEST] Oats', isDemo: true },
];

beforeAll(async () => {
  const rows = catalogue.map((row) => ({ ...row, searchText: searchText(row.name, null) }));
  await db().insert(products).values(rows);
  await changeProduct(1011, { hiddenAt: now() });
  await db().insert(testEndings).values({ productId: 1009, reason: 'Sold out', endedAt: now() });
});

const ids = async (query: Parameters<typeof listProducts>[0]) =>
  (await listProducts(query)).items.map(({ id }) => id);

describe('the list cut down to one state', () => {
  it.each([
    ['open', [1003, 1002, 1001, 1006, 1005], 6],
    ['testing', [1008], 1],
    ['tested', [1007], 1],
  ] as const)('of %s has those, in the list’s order, and how many they are', async (...row) => {
    const [funding, of, total] = row;
    const list = await listProducts({ funding });
    expect([list.items.map(({ id }) => id), list.total]).toEqual([of, total]);
    expect((await ids({ funding, sort: 'id' }))[0]).toBe(Math.max(...of));
  });

  it('can be of a category, and has further pages', async () => {
    expect(await ids({ funding: 'open', page: 2 })).toEqual([1004]);
    expect(await ids({ funding: 'open', category: 'dairy' })).toEqual([1001, 1004]);
    expect(await ids({ funding: 'tested', category: 'dairy' })).toEqual([]);
    expect(await ids({ funding: 'open', mode: 'demo' })).toEqual([9001]);
  });

  it('is everything without one, as the specification has it', async () => {
    const { items, total } = await listProducts();
    expect([items.map(({ id }) => id), total]).toEqual([[1009, 1008, 1007, 1010, 1003], 10]);
  });
});
