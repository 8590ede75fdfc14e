import { beforeAll, expect, test } from 'vitest';
import { closestProducts } from './lane.server.ts';
import { searchText } from '#app/catalogue/product-keys.ts';
import { products } from '#db/schema.ts';
import { allowMadeUpMoney, useDatabase } from '#test/support/database.ts';
import { addRows } from '#test/support/gifts.ts';

useDatabase();
allowMadeUpMoney();

const add = (id: number, name: string, raisedCents: number) =>
  addRows(products, { id, name, searchText: searchText(name, null), raisedCents });

beforeAll(async () => {
  await add(1001, 'Apple Sauce', 0);
});

test('the lane is empty until somebody has given something', async () => {
  expect(await closestProducts()).toEqual([]);
});

test('then it says of three at most what is missing to their goals', async () => {
  await add(1002, 'Barley', 500);
  await add(1003, 'Cider', 80_000);
  await add(1004, 'Dates', 123_463);
  await add(1005, 'Eggs', 40_000);
  expect(await closestProducts()).toEqual([
    { id: 1004, name: 'Dates', toGo: '$40.37 to go' },
    { id: 1003, name: 'Cider', toGo: '$475 to go' },
    { id: 1005, name: 'Eggs', toGo: '$875 to go' },
  ]);
});
