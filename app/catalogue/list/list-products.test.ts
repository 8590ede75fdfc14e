import { setTimeout } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { groupCounts } from './group-counts.server.ts';
import { listProducts } from './list-products.server.ts';
import { PRODUCT_SORTS } from '#app/catalogue/product.ts';
import { searchText } from '#app/catalogue/product-keys.ts';
import { db } from '#app/database/db.server.ts';
import { products } from '#db/schema.ts';
import { allowMadeUpMoney, useDatabase } from '#test/support/database.ts';
import { addRows } from '#test/support/gifts.ts';

useDatabase();
allowMadeUpMoney();

const catalogue = [
  { id: 1001, name: "Ben & Jerry's Half Baked", brand: "Ben & Jerry's", raisedCents: 10_000 },
  { id: 1002, name: 'Häagen-Dazs Vanilla', brand: 'Häagen-Dazs', raisedCents: 10_000 },
  { id: 1003, name: '7UP Lemon Lime', brand: '7UP', raisedCents: 50_000, category: 'Beverages' },
  {
    id: 1004,
    name: 'Oat_Milk 100%',
    brand: 'Plain',
    raisedCents: 0,
    contributorCount: 9,
    category: 'Dairy',
  },
  { id: 1005, name: 'Oats', brand: 'Quaker', raisedCents: 0, category: 'Plant-Based' },
  { id: 1006, name: 'Soup', brand: 'Quaker', raisedCents: 127_500 },
  { id: 1007, name: 'Soap', brand: 'Quaker', raisedCents: 500 },
  {
    id: 9001,
    name: '[TEST] Oats',
    brand: 'Demonstration',
    raisedCents: 0,
    isDemo: true,
    category: 'Dairy',
  },
];

beforeAll(async () => {
  // A process counts once a second, and the test before in this one may have asked just now.
  await setTimeout(1_100);
  await addRows(
    products,
    catalogue.map((row) => ({ ...row, searchText: searchText(row.name, row.brand) })),
  );
});

const ids = async (query: Parameters<typeof listProducts>[0]) =>
  (await listProducts(query)).items.map((product) => product.id);

describe('the product list', () => {
  it('shows five products a page, the most funded first, newer first among equals', async () => {
    const first = await listProducts();
    expect(first).toMatchObject({ total: 7, page: 1, pageSize: 5 });
    expect(first.items.map((product) => product.id)).toEqual([1006, 1003, 1002, 1001, 1007]);
    expect(await ids({ page: 2 })).toEqual([1005, 1004]);
    expect(await ids({ page: 3 })).toEqual([]);
  });

  it('states amounts in dollars and the level by 425 dollars', async () => {
    const { items } = await listProducts({ search: '7up' });
    expect(items[0]).toMatchObject({ current_amount: 500, target_amount: 1275, level: 1 });
  });

  it('of a category has as many products as its chip says, in the list’s order', async () => {
    const counts = await groupCounts();
    expect(counts.map(({ key, count }) => [key, count])).toEqual([
      ['dairy', 2],
      ['drinks', 1],
    ]);
    for (const { key, count } of counts) {
      expect((await listProducts({ category: key })).total).toBe(count);
    }
    expect(await ids({ category: 'dairy' })).toEqual([1005, 1004]);
    expect(await ids({ category: 'dairy', sort: 'contributor_count' })).toEqual([1004, 1005]);
    expect(await ids({ category: 'dairy', search: 'milk' })).toEqual([1004]);
    expect(await ids({ category: 'dairy', search: 'oa' })).toEqual([1005, 1004]);
    expect(await ids({ category: 'dairy', mode: 'demo' })).toEqual([9001]);
    expect(await ids({ category: 'water' })).toEqual([]);
  });

  it('sorts by contributors and by code, both ways', async () => {
    expect((await ids({ sort: 'contributor_count' }))[0]).toBe(1004);
    expect(await ids({ sort: 'id', direction: 'asc' })).toEqual([1001, 1002, 1003, 1004, 1005]);
    expect((await ids({ sort: 'current_amount', direction: 'asc' }))[0]).toBe(1004);
  });

  it.each([
    ['ben jerrys', [1001]],
    ["Ben & Jerry's", [1001]],
    ['BEN', [1001]],
    ['häagen', [1002]],
    ['HÄAGEN-DAZS', [1002]],
    ['  half    baked ', [1001]],
    ['oat_', [1004]],
    ['100%', [1004]],
    ['quaker', [1006, 1007, 1005]],
    ['up', [1006, 1003]],
    ['7', [1003]],
    ['ks', []],
    ['half bakedben', []],
  ])('finds %j', async (search, expected) => {
    const found = await listProducts({ search });
    expect(found.items.map((product) => product.id)).toEqual(expected);
    expect(found.total).toBe(expected.length);
  });

  it('treats a search of nothing but punctuation as no search', async () => {
    expect((await listProducts({ search: '%%% !!' })).total).toBe(7);
  });

  it('shows [TEST] products in demo mode only', async () => {
    expect(await ids({ mode: 'demo' })).toEqual([9001]);
    expect(await ids({ search: 'oats' })).toEqual([1005]);
    expect((await listProducts({ mode: 'demo' })).total).toBe(1);
  });

  it('pages through a search as through a list, and counts 500 matches at most', async () => {
    const many = Array.from({ length: 1_200 }, (_, at) => ({
      id: 10_000 + at,
      name: `Filler ${at}`,
      brand: 'Bulk',
      raisedCents: (at % 7) * 100,
      searchText: searchText(`Filler ${at}`, 'Bulk'),
    }));
    await db().insert(products).values(many);
    const stored = await db().select().from(products).where(eq(products.isDemo, false));
    for (const search of ['filler', 'ller 1', '77', 'ä', 'er 5', 'zz']) {
      for (const direction of ['desc', 'asc'] as const) {
        const expected = matchesInOrder(stored, search, direction);
        for (const page of [1, 2, 50, 100, 101]) {
          const wanted = expected.slice(0, 500).slice((page - 1) * 5, page * 5);
          const found = await listProducts({ search, page, direction });
          expect(found.items.map(({ id }) => id)).toEqual(wanted);
          expect(found.total).toBe(Math.min(expected.length, 500));
        }
      }
    }
  });
});

it('pages of the whole list have each product once, in every order, and no other', async () => {
  await db().delete(products);
  const LISTED = 300;
  // Ties of all sizes, both lists mixed, and some that are on neither.
  const few = fc.nat({ max: 4 });
  const made = fc.sample(fc.tuple(few, few, fc.nat({ max: 9 })), { numRuns: 2 * LISTED, seed: 7 });
  const rows = made.map(([raised, contributors, luck], at) => ({
    id: 1_001 + at,
    name: `Oats ${at}`,
    raisedCents: raised * 2_500,
    contributorCount: contributors,
    isDemo: at % 2 === 1,
    hiddenAt: luck === 0 ? new Date() : null,
    ...(luck === 1 && { removedAt: new Date(), removedReason: 'removed' }),
    searchText: searchText(`Oats ${at}`, null),
  }));
  await db().insert(products).values(rows);
  const keys = { id: 'id', current_amount: 'raisedCents', contributor_count: 'contributorCount' };
  for (const sort of PRODUCT_SORTS) {
    for (const direction of ['desc', 'asc'] as const) {
      for (const mode of [undefined, 'demo'] as const) {
        const key = keys[sort] as 'id' | 'raisedCents' | 'contributorCount';
        const way = direction === 'asc' ? 1 : -1;
        const wanted = rows
          .filter((row) => row.isDemo === (mode === 'demo') && !row.hiddenAt && !row.removedAt)
          .toSorted((a, b) => way * (a[key] - b[key] || a.id - b.id))
          .map(({ id }) => id);
        const pages = Array.from({ length: wanted.length / 5 + 2 }, (_, at) => at + 1);
        const found = await Promise.all(pages.map((page) => ids({ sort, direction, mode, page })));
        expect(found.flat()).toEqual(wanted);
        expect(await ids({ sort, direction, mode, page: 2_000 })).toEqual([]);
      }
    }
  }
});

/** The codes of all matches, worked out from what is stored. */
function matchesInOrder(
  stored: (typeof products.$inferSelect)[],
  search: string,
  direction: 'asc' | 'desc',
): number[] {
  const way = direction === 'asc' ? 1 : -1;
  return stored
    .filter(({ searchText: text }) => text.includes(search))
    .toSorted((a, b) => way * (a.raisedCents - b.raisedCents || a.id - b.id))
    .map(({ id }) => id);
}
