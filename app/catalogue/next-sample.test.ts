import { describe, expect, test } from 'vitest';
import { giftsText, lastDollars, samplesPaid } from './next-sample.ts';

const product = {
  current_amount: 0,
  reserved_amount: 0,
  target_amount: 1275,
  levels: 3,
  testing_status: 'Untested',
  removed_reason: null,
};

describe('what completes a goal', () => {
  test.each<[string, Partial<typeof product>, listed: number, expected: number]>([
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

describe('how many gifts buy a sample', () => {
  test.each<[Partial<typeof product>, string | null]>([
    [{}, '22 gifts of $20 buy the first sample.'],
    [{ current_amount: 5 }, '21 more gifts of $20 buy the next sample.'],
    [{ current_amount: 185 }, '12 more gifts of $20 buy the next sample.'],
    [{ current_amount: 406 }, '1 more gift of $20 buys the next sample.'],
    [{ current_amount: 425 }, '22 more gifts of $20 buy the next sample.'],
    [{ current_amount: 170, reserved_amount: 15 }, '12 more gifts of $20 buy the next sample.'],
    [{ current_amount: 333.33, target_amount: 1000 }, '1 more gift of $20 buys the next sample.'],
    [{ current_amount: 1174 }, '6 more gifts of $20 buy the next sample.'],
    // Near the goal, what completes it is offered instead.
    [{ current_amount: 1175 }, null],
    [{ removed_reason: 'removed' } as never, null],
    [{ testing_status: 'Testing in Progress' }, null],
  ])('%o', (change, expected) => {
    expect(giftsText({ ...product, ...change })).toBe(expected);
  });
});

test('a sample is paid for once its whole share of the goal is there', () => {
  const paid = (cents: number) => samplesPaid(cents, 100_000, 3);
  expect([0, 33_333, 33_334, 66_666, 66_667, 99_999, 100_000].map(paid)).toEqual([
    0, 0, 1, 1, 2, 2, 3,
  ]);
});
