import fc from 'fast-check';
import { expect, it } from 'vitest';
import { servingsADay } from './servings.ts';

const bounds = (lower: number, upper: number, upperOpen = false) => ({
  lower,
  estimate: lower,
  upper,
  upperOpen,
});

it.each([
  { what: 'rounded down from the upper bound', percent: bounds(8.7, 9.1), within: 10, above: 12 },
  { what: 'exactly the limit', percent: bounds(50, 50), within: 2, above: 3 },
  { what: 'one is too many', percent: bounds(0, 160), within: 0, above: null },
  { what: 'two digits', percent: bounds(0.01, 0.0315), within: 3_100, above: 10_001 },
  { what: 'an open bound', percent: bounds(30, 30, true), within: null, above: 4 },
  { what: 'nothing that could be there', percent: bounds(0, 0), within: null, above: null },
])('counts servings a day: $what', ({ percent, within, above }) => {
  expect(servingsADay(percent, 1)).toEqual({ within, aboveFrom: above });
});

it('says of six servings how many of them, and never one bound for the other', () => {
  expect(servingsADay(bounds(20, 54.6), 6)).toEqual({ within: 10, aboveFrom: 31 });
  const figure = fc.double({ min: 0.001, max: 1e6, noNaN: true });
  fc.assert(
    fc.property(figure, figure, fc.integer({ min: 1, max: 12 }), (a, b, servings) => {
      const [lower, upper] = a < b ? [a, b] : [b, a];
      const { within, aboveFrom } = servingsADay(bounds(lower, upper), servings);
      expect(((within ?? 0) * upper) / servings).toBeLessThanOrEqual(100.000001);
      expect(((aboveFrom ?? Infinity) * lower) / servings).toBeGreaterThanOrEqual(99.999999);
      expect(within).toBeLessThan(aboveFrom ?? Infinity);
    }),
  );
});
