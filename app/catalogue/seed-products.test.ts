import { describe, expect, it } from 'vitest';
import { addStarterProducts, type StarterProduct } from './seed-products.server.ts';
import { db, inTransaction } from '#app/database/db.server.ts';
import { products } from '#db/schema.ts';
import { useDatabase } from '#test/support/database.ts';

useDatabase();

const starter = (code: number, productUrl: string | null): StarterProduct => ({
  code,
  name: `Starter ${code}`,
  brand: 'Brand',
  category: 'Category',
  servingSizeG: null,
  servingSizeUnit: null,
  productUrl,
});

const add = (...starters: StarterProduct[]) =>
  inTransaction((tx) => addStarterProducts(tx, starters));

const keys = async () =>
  Object.fromEntries((await db().select().from(products)).map(({ id, urlKey }) => [id, urlKey]));

describe('starter products', () => {
  it('are known by their page, where their address is one; a key that is taken keeps none out', async () => {
    const added = await add(
      starter(1001, 'https://www.example.com/'),
      starter(1002, 'https://www.example.com/p/soup'),
      starter(1003, 'http://example.com/p/soup/'),
      starter(1004, null),
    );
    expect(added).toBe(4);
    expect(await keys()).toEqual({
      1001: null,
      1002: 'example.com/p/soup',
      1003: null,
      1004: null,
    });
  });

  it('of an older database are given their keys at the next start', async () => {
    const productUrl = 'https://example.com/p/old';
    await db().insert(products).values({ id: 1005, name: 'Old', productUrl, searchText: 'old' });
    expect(await add(starter(1005, productUrl))).toBe(0);
    expect(await keys()).toMatchObject({ 1005: 'example.com/p/old', 1002: 'example.com/p/soup' });
  });
});
