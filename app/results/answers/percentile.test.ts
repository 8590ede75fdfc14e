import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { percentileOf, populationOf } from './percentile.ts';

describe('a percentile', () => {
  test.each([
    { figure: 1, figures: [1], percentile: 100, below: 0, equal: 1 },
    { figure: 3, figures: [10, 1, 3, 2], percentile: 75, below: 2, equal: 1 },
    { figure: 2, figures: [1, 2, 2, 2], percentile: 75, below: 1, equal: 3 },
    { figure: 7, figures: [7, 7, 7, 7], percentile: 62.5, below: 0, equal: 4 },
    { figure: 0, figures: [0, 0, 0, 0, 5], percentile: 50, below: 0, equal: 4 },
    { figure: 4, figures: [1, 9], percentile: 50, below: 1, equal: 0 },
    { figure: 0, figures: [1, 9], percentile: 0, below: 0, equal: 0 },
    { figure: 10, figures: [1, 9], percentile: 100, below: 2, equal: 0 },
  ])('of $figure among $figures is $percentile', ({ figure, figures, ...standing }) => {
    const total = figures.length;
    expect(percentileOf(figure, populationOf(figures))).toEqual({ ...standing, total });
  });

  test('of anything among nothing is unknown', () => {
    expect(percentileOf(1, populationOf([]))).toBeNull();
  });
});

/** Few different figures, so that ties are the rule. */
const figure = fc.integer({ min: 0, max: 30 }).map((n) => n / 2);
const figures = fc.array(figure, { minLength: 1, maxLength: 60 });
const member = figures.chain((all) =>
  fc.record({ all: fc.constant(all), own: fc.constantFrom(...all) }),
);

function standingOf(own: number, all: readonly number[]) {
  const standing = percentileOf(own, populationOf(all));
  if (!standing) throw new Error('an empty population');
  return standing;
}

describe('in any population', () => {
  test('the counts are those of a plain look at each figure', () => {
    fc.assert(
      fc.property(figures, figure, (all, own) => {
        const { below, equal, total } = standingOf(own, all);
        expect(below).toBe(all.filter((other) => other < own).length);
        expect(equal).toBe(all.filter((other) => other === own).length);
        expect(total).toBe(all.length);
      }),
    );
  });

  test('the percentile lies between what is lower and what is not higher, above 0 for a member', () => {
    fc.assert(
      fc.property(member, ({ all, own }) => {
        const { percentile, below, equal, total } = standingOf(own, all);
        expect(percentile).toBeGreaterThan((below / total) * 100);
        expect(percentile).toBeLessThanOrEqual(((below + equal) / total) * 100);
        expect(percentile).toBeLessThanOrEqual(100);
      }),
    );
  });

  test('a higher figure never stands lower, and a higher member stands higher', () => {
    fc.assert(
      fc.property(figures, figure, figure, (all, one, other) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)];
        expect(standingOf(high, all).percentile).toBeGreaterThanOrEqual(
          standingOf(low, all).percentile,
        );
        if (low === high) return;
        const both = [...all, low, high];
        expect(standingOf(high, both).percentile).toBeGreaterThan(standingOf(low, both).percentile);
      }),
    );
  });

  test('the order does not matter, nor the unit', () => {
    fc.assert(
      fc.property(member, fc.integer({ min: 1, max: 1000 }), ({ all, own }, factor) => {
        const expected = standingOf(own, all);
        expect(standingOf(own, all.toReversed())).toEqual(expected);
        expect(
          standingOf(
            own * factor,
            all.map((other) => other * factor),
          ),
        ).toEqual(expected);
      }),
    );
  });
});
