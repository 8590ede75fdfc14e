import { describe, expect, test } from 'vitest';
import { giftsText, lastDollars } from './next-sample.ts';
import type { Product } from './product-schema.ts';
import { oatRings } from '#test/support/oat-rings.ts';

const product: Product = { ...oatRings, current_amount: 0 };

describe('what completes a goal', () => {
  test.each<[string, Partial<Product>, listed: number, expected: number]>([
    ['is offered where $100 or less is missing', { current_amount: 1175 }, 0, 100],
    ['and not where more is', { current_amount: 1174 }, 0, 0],
    ['counts what is listed already', { current_amount: 1000 }, 240, 35],
    ['is nothing once the list covers it', { current_amount: 1240 }, 35, 0],
    ['has the cents of the need', { current_amount: 1239.63 }, 0, 35.37],
    ['may be cents alone', { current_amount: 1274.63 }, 0, 0.37],
    ['leaves what is in checkout', { current_amount: 1200, reserved_amount: 40 }, 0, 35],
    ['in whole dollars, as others may pay', { current_amount: 1200.5, reserved_amount: 40 }, 0, 34],
    ['is nothing where all is in checkout', { current_amount: 1240, reserved_amount: 35 }, 0, 0],
    ['nor once its test is paid', { current_amount: 1240, testing_status: 'Tested' }, 0, 0],
  ])('%s', (_, change, listed, expected) => {
    expect(lastDollars({ ...product, ...change }, listed)).toBe(expected);
  });
});

describe('how many gifts a test still takes', () => {
  test.each<[Partial<Product>, string]>([
    [{}, '64 more gifts of $20 and it is tested.'],
    [{ current_amount: 5 }, '64 more gifts of $20 and it is tested.'],
    [{ current_amount: 185 }, '55 more gifts of $20 and it is tested.'],
    [{ current_amount: 406 }, '44 more gifts of $20 and it is tested.'],
    [{ current_amount: 425 }, '43 more gifts of $20 and it is tested.'],
    [{ current_amount: 170, reserved_amount: 15 }, '55 more gifts of $20 and it is tested.'],
    [{ current_amount: 333.33, target_amount: 1000 }, '34 more gifts of $20 and it is tested.'],
    [{ current_amount: 1174 }, '6 more gifts of $20 and it is tested.'],
    // Near the goal, what completes it is offered instead.
    [{ current_amount: 1175 }, ''],
    [{ removed_reason: 'removed' }, ''],
    [{ testing_status: 'Testing in Progress' }, ''],
  ])('%o', (change, expected) => {
    expect(giftsText({ ...product, ...change })).toBe(expected);
  });
});
