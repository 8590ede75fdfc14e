import { expect, test } from 'vitest';
import { matchOf, onlyAnswer } from './only-answer.ts';

const claims = (...cents: number[]) => cents.map((one, at) => ({ at, cents: one }));

test.each([
  ['the one share of its amount', 30, [20, 30], [30]],
  ['all that is left', 50, [20, 30], [20, 30]],
  ['some of it', 45, [20, 30, 25], [20, 25]],
  ['nothing', 40, [100], undefined],
  ['one of two that are alike', 50, [50, 50], undefined],
  ['both of two that are alike', 100, [50, 50], [50, 50]],
  ['20 + 30, or 50', 50, [20, 30, 50], undefined],
  ['three ways', 6, [1, 2, 3, 4, 5], undefined],
  ['a payment of nothing left', 10, [], undefined],
])('a refund that can be %s', (_, cents, left, found) => {
  expect(onlyAnswer(cents, claims(...left))?.map((one) => one.cents)).toEqual(found);
});

test('a hundred shares alike are looked through at once', () => {
  expect(onlyAnswer(9_999, claims(...Array.from({ length: 100 }, () => 100)))).toBeUndefined();
});

const left = (kind: string, cents: number, isInDoubt = false) => ({ kind, cents, isInDoubt });
const made = (...cents: number[]) => cents.map((one) => ({ cents: one }));

test.each([
  ['parts that make up all', [15, 25], [left('share', 40)], true],
  ['parts that make up some', [15, 25], [left('share', 40), left('share', 70)], false],
  ['a part of a share', [15], [left('share', 40)], false],
  ['a part of one unmatched payment', [15], [left('payment', 40)], true],
  ['more than one', [15, 30], [left('payment', 40)], true],
  ['a part of it, or of what is owed', [15], [left('payment', 40), left('refund', 20)], false],
  ['what Stripe may have sent already', [40], [left('refund', 40, true)], false],
  ['that, or another', [40], [left('refund', 40, true), left('share', 40)], false],
])('what was made at Stripe: %s', (_, cents, claimed, isMatched) => {
  expect(matchOf(made(...cents), claimed) !== undefined).toBe(isMatched);
});
