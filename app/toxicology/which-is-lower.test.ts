import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Bounds } from './bounds.ts';
import {
  isLowerByEstimate,
  spreadOf,
  strengthOf,
  TIMES_APART_ELSEWHERE,
  type Spread,
} from './which-is-lower.ts';

type Sample = readonly [lower: number, upper: number];

const bounds = (lower: number, upper: number): Bounds => ({
  lower,
  estimate: (lower + Math.min(upper, 2 * lower)) / 2,
  upper: upper === Infinity ? lower : upper,
  upperOpen: upper === Infinity,
});
const mean = (figures: number[]) => figures.reduce((sum, one) => sum + one, 0) / figures.length;

/** What samples come to, each alone and in their mean. */
function spread(...samples: Sample[]): Spread {
  const [lowers, uppers] = [samples.map(([lower]) => lower), samples.map(([, upper]) => upper)];
  return spreadOf({
    rated: bounds(mean(lowers), mean(uppers)),
    samples: samples.map(([lower, upper]) => ({ level: 'Low', percent: bounds(lower, upper) })),
  })!;
}

const one: Sample = [0.9, 1];
const low = spread(one, one, one);

describe('how sure it is that one product has less than another', () => {
  test.each<[string, Spread, Spread, ReturnType<typeof strengthOf>]>([
    [
      'three samples each, half as much again apart',
      low,
      spread([1.5, 2], [2, 3], [9, 9]),
      'certain',
    ],
    ['a hair less than that', low, spread([1.49, 2], [2, 3], [9, 9]), 'every_sample'],
    ['two samples of the one', spread(one, one), spread([5, 5], [5, 5], [5, 5]), 'every_sample'],
    ['two samples of the other', low, spread([5, 5], [5, 5]), 'every_sample'],
    ['one sample each', spread(one), spread([1.01, 2]), 'every_sample'],
    ['samples that touch', low, spread([1, 2], [2, 3], [9, 9]), 'average'],
    ['one sample of the other far below', low, spread([0, 0.1], [9, 9], [9, 9]), 'average'],
    [
      'one sample of the one far above',
      spread(one, one, [20, 20]),
      spread([9, 9], [9, 9]),
      'average',
    ],
    ['means that touch', low, spread([1, 1], [1, 1], [1, 1]), null],
    ['more than the other', spread([9, 9]), low, null],
    [
      'a sample that nobody knows the most of',
      spread(one, one, [1, Infinity]),
      spread([9, 9]),
      null,
    ],
    ['the other without an upper bound', low, spread([9, Infinity], [9, 9], [9, 9]), 'certain'],
    ['nothing found, below what was found', spread([0, 3]), spread([4, 5]), 'every_sample'],
    ['nothing found by a blind test', spread([0, 300]), spread([4, 5]), null],
    ['nothing found in either', spread([0, 3]), spread([0, 5]), null],
  ])('%s', (_, less, more, expected) => {
    expect(strengthOf(less, more)).toBe(expected);
    if (expected) expect(strengthOf(more, less)).toBeNull();
  });

  test('holds whoever eats it: a factor on both changes nothing', () => {
    const sample = fc.tuple(fc.integer({ max: 40, min: 0 }), fc.integer({ max: 40, min: 0 }));
    const samples = fc.array(sample, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(samples, samples, (some, others) => {
        // Powers of two: without a rounding.
        const of = (all: typeof some, factor: number) =>
          spread(...all.map(([lower, more]): Sample => [lower * factor, (lower + more) * factor]));
        const found = strengthOf(of(some, 1), of(others, 1));
        expect(strengthOf(of(some, 16), of(others, 16))).toBe(found);
        if (found) expect(strengthOf(of(others, 1), of(some, 1))).toBeNull();
      }),
    );
  });
});

test('by estimate alone it takes half as much again, and of nothing found, anything', () => {
  const of = (estimate: number) => ({ ...low, estimate });
  expect(isLowerByEstimate(of(2), of(3))).toBe(true);
  expect(isLowerByEstimate(of(2), of(2.99))).toBe(false);
  expect(isLowerByEstimate(of(0), of(0.01))).toBe(true);
  expect(isLowerByEstimate(of(0), of(0))).toBe(false);
});

test('what is not rated has no spread', () => {
  const samples = [{ level: 'Low', percent: bounds(1, 2) }] as const;
  expect(spreadOf({ rated: null, samples })).toBeNull();
});

// 2.8 × 32% = 0.896 of the mean of both: (1 + 0.448) / (1 − 0.448) = 2.62.
test('elsewhere measured, it takes 2.6 times as much', () => {
  expect(TIMES_APART_ELSEWHERE).toBe(2.6);
});
