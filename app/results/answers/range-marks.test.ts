import { expect, test } from 'vitest';
import { rangeMarks, rangeTicks, rangeZones } from './range-marks.ts';

const measured = (lower: number) => ({
  level: 'Low' as const,
  percent: { lower, estimate: lower, upper: lower + 1, upperOpen: false },
});

test('the scale is logarithmic, from a hundredth of a percent to a thousand times the limit', () => {
  const percent = { lower: 0, estimate: 1, upper: 100, upperOpen: false };
  expect(rangeMarks(percent, [])).toMatchObject({ lower: 0, estimate: 28.6, upper: 57.1 });
});

test('what lies beyond stands at its ends, and an open bound reaches the right one', () => {
  const open = rangeMarks({ lower: 0.001, estimate: 5, upper: 5, upperOpen: true }, []);
  expect([open.lower, open.upper]).toEqual([0, 100]);
  const beyond = rangeMarks({ lower: 1e6, estimate: 1e7, upper: 1e8, upperOpen: false }, []);
  expect(beyond).toMatchObject({ lower: 100, estimate: 100, upper: 100 });
});

test('samples stand from the least to the most that was measured in one', () => {
  const percent = { lower: 1, estimate: 2, upper: 3, upperOpen: false };
  const marks = rangeMarks(percent, [measured(100), measured(0.01), measured(1)]);
  expect(marks).toMatchObject({ least: 0, most: 57.1 });
});

test('each tick is a hundred times the one before, and zones meet', () => {
  const steps = rangeTicks.slice(1).map(({ at }, index) => at - (rangeTicks[index]?.at ?? 0));
  for (const step of steps) expect(step).toBeCloseTo(28.6, 0);
  expect(rangeZones.map(({ from }) => from)).toEqual([
    0,
    ...rangeZones.slice(0, -1).map(({ to }) => to),
  ]);
});
