import { expect, test } from 'vitest';
import { rangeMarks } from './range-marks.ts';

test('the scale is logarithmic, from a hundredth of a percent to a thousand times the limit', () => {
  expect(rangeMarks({ lower: 0, estimate: 1, upper: 100, upperOpen: false })).toEqual({
    lower: 0,
    estimate: 28.6,
    upper: 57.1,
    limit: 57.1,
  });
});

test('what lies beyond stands at its ends, and an open bound reaches the right one', () => {
  const open = rangeMarks({ lower: 0.001, estimate: 5, upper: 5, upperOpen: true });
  expect([open.lower, open.upper]).toEqual([0, 100]);
  const beyond = rangeMarks({ lower: 1e6, estimate: 1e7, upper: 1e8, upperOpen: false });
  expect(beyond).toMatchObject({ lower: 100, estimate: 100, upper: 100 });
});
