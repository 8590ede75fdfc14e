import { expect, test } from 'vitest';
import { medianOf } from '#app/kit/median.ts';
import { testStage } from './public-test-words.ts';

test.each([
  [[], null],
  [[30], 30],
  [[50, 10, 30], 30],
  [[10, 30, 20, 100], 25],
])('the median of %j days is %s', (days, median) => {
  expect(medianOf(days)).toBe(median);
});

test('a test stands at the furthest of its steps, and an end stands for all before it', () => {
  const never = {
    funded_on: null,
    registered_on: null,
    bought_on: null,
    at_laboratory_on: null,
    published_on: null,
    ended_on: null,
  };
  const on = '2026-11-28';
  expect(testStage(never)).toBe('Funded');
  expect(testStage({ ...never, registered_on: on })).toBe('Registered');
  expect(testStage({ ...never, registered_on: on, bought_on: on })).toBe('Bought');
  expect(testStage({ ...never, bought_on: on, at_laboratory_on: on })).toBe('At the laboratory');
  expect(testStage({ ...never, bought_on: on, ended_on: on })).toBe('Ended without results');
  expect(testStage({ ...never, at_laboratory_on: on, published_on: on })).toBe('Published');
});
