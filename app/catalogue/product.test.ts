import { expect, test } from 'vitest';
import { appendPage } from './product.ts';
import type { Product } from './product-schema.ts';

const item = (id: number, current_amount: number, name = `P${id}`) =>
  ({ id, name, current_amount, contributor_count: 0 }) as Product;

test('no product stands twice, and the newer copy wins', () => {
  const merged = appendPage(
    [item(3, 30), item(2, 20, 'older')],
    [item(2, 40, 'newer'), item(1, 10)],
    'current_amount',
    'desc',
  );
  expect(merged.map(({ id, name }) => [id, name])).toEqual([
    [2, 'newer'],
    [3, 'P3'],
    [1, 'P1'],
  ]);
});

test.each([
  ['current_amount', 'desc', [4, 2, 3, 1]],
  ['current_amount', 'asc', [1, 3, 2, 4]],
  ['id', 'desc', [4, 3, 2, 1]],
  ['id', 'asc', [1, 2, 3, 4]],
] as const)('%s %s is kept, equal ones in the order of their numbers', (sort, direction, ids) => {
  const merged = appendPage([item(2, 5), item(1, 0)], [item(3, 0), item(4, 5)], sort, direction);
  expect(merged.map(({ id }) => id)).toEqual(ids);
});
