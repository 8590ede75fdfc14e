import { expect, test } from 'vitest';
import { missingText, fundingStands, whyFund } from './funding-words.ts';
import { appendPage } from './product.ts';
import type { Product } from './product-schema.ts';

const funded = {
  testing_status: 'Untested',
  test_ended_on: null,
  removed_reason: null,
  current_amount: 340,
  target_amount: 1275,
  levels: 3,
} as Product;

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

test('why a product is to be funded names its own price and samples', () => {
  expect(whyFund(funded)).toBe('Nobody has tested this. $1,275 pays for three samples.');
  expect(whyFund({ ...funded, target_amount: 431, levels: 1 })).toBe(
    'Nobody has tested this. $431 pays for one sample.',
  );
});

test.each([
  [{}, '$935 is still missing.', '$340 of $1,275 raised. $935 is still missing.'],
  [
    { current_amount: 1274.5 },
    '$0.50 is still missing.',
    '$1,274.50 of $1,275 raised. $0.50 is still missing.',
  ],
  [{ current_amount: 0 }, null, '$0 of $1,275 raised.'],
  [{ current_amount: 1275 }, null, 'Fully Funded.'],
  [
    { current_amount: 1275, testing_status: 'Testing in Progress' },
    null,
    'Fully Funded • Testing in Progress.',
  ],
  [{ testing_status: 'Tested' }, null, 'Fully Funded • Tested!'],
])('%j: what is missing, and where it stands', (more, missing, stands) => {
  expect(missingText({ ...funded, ...more })).toBe(missing);
  expect(fundingStands({ ...funded, ...more })).toBe(stands);
});

test('what is off the list asks for nothing, and says so', () => {
  const stands = fundingStands({ ...funded, removed_reason: 'untestable' });
  expect(stands).toMatch(/cannot test this product.*can no longer be funded/);
  expect(stands).not.toContain('$');
});
