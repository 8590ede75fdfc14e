import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { axisOver, ticksOf } from './log-axis.ts';
import { placeOn } from '#app/results/answers/range-marks.ts';

const percent = fc.double({ min: 1e-5, max: 1e11, noNaN: true });

describe('an axis', () => {
  test('reaches from 1 to 1,000 percent whatever the figures', () => {
    expect(axisOver([])).toEqual({ lowest: 0, highest: 3 });
    expect(axisOver([0, 50])).toEqual({ lowest: 0, highest: 3 });
  });

  test('grows to the powers of ten around its figures, with room for an arrow', () => {
    expect(axisOver([0.5, 20_000])).toEqual({ lowest: -1, highest: 5 });
    expect(axisOver([0.12])).toEqual({ lowest: -2, highest: 3 });
    expect(axisOver([990])).toEqual({ lowest: 0, highest: 4 });
  });

  test('has 100% two thirds along three powers of ten from 1', () => {
    const axis = { lowest: 0, highest: 3 };
    expect(placeOn(axis, 100)).toBe(66.7);
    expect([placeOn(axis, 0), placeOn(axis, 0.5), placeOn(axis, 1e9)]).toEqual([0, 0, 100]);
  });

  test('places what is higher no further left, and all of it between the ends', () => {
    fc.assert(
      fc.property(fc.array(percent, { minLength: 2 }), (percents) => {
        const axis = axisOver(percents);
        const places = percents.toSorted((a, b) => a - b).map((each) => placeOn(axis, each));
        expect(places).toEqual(places.toSorted((a, b) => a - b));
        expect(places.every((place) => place > 0 && place < 100)).toBe(true);
      }),
    );
  });

  test('labels 100 and at most four powers of ten in all', () => {
    fc.assert(
      fc.property(fc.array(percent), (percents) => {
        const labels = ticksOf(axisOver(percents)).flatMap(({ label }) => label ?? []);
        expect(labels).toContain('100%');
        expect(labels.length).toBeLessThanOrEqual(4);
      }),
    );
  });

  test('writes powers of ten plainly, and short where they are long', () => {
    const labels = ticksOf({ lowest: -4, highest: 8 }).flatMap(({ label }) => label ?? []);
    expect(labels).toEqual(['0.01%', '100%', '10K ×']);
    expect(ticksOf({ lowest: 0, highest: 3 }).map(({ label }) => label)).toEqual([
      '1%',
      '10%',
      '100%',
      '10 ×',
    ]);
  });
});
