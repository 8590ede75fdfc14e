import { describe, expect, test } from 'vitest';
import { zeroBounds } from '#app/toxicology/bounds.ts';
import { dotKindOf, type LotDot, type LotStrip } from './lot-dots.ts';
import { dotText, cellsOf, insteadOfChart, mayBeHigherText } from './lot-text.ts';

type Bound = [lower: number, upper: number, upperOpen?: boolean] | null;

function dot(bound: Bound, mayBeHigher = false): LotDot {
  const [lower, upper, upperOpen = false] = bound ?? [0, 0];
  const percent = bound ? { lower, estimate: lower, upper, upperOpen } : zeroBounds;
  const named = { sampleId: '1', label: 'Sample 1', shortLabel: 'Sample 1' };
  const kind = bound ? dotKindOf(percent) : 'untested';
  return { ...named, kind, percent, level: 'Low', mayBeHigher, dot: null, from: null, to: null };
}

const strip = (...bounds: Bound[]): LotStrip => ({
  family: 'bisphenols',
  axis: { lowest: 0, highest: 3 },
  dots: bounds.map((bound) => dot(bound)),
});

test('what a test could not rule out is counted among the samples that were tested', () => {
  expect(mayBeHigherText([dot([0, 3], true), dot([9, 9]), dot(null)])).toBe(
    'In 1 of 2 samples, this test can’t tell: there may be enough for a higher level.',
  );
  expect(mayBeHigherText([dot([0, 3], true), dot([0, 4], true)])).toBe(
    'In all 2 samples, this test can’t tell: there may be enough for a higher level.',
  );
  expect(mayBeHigherText([dot([1, 1]), dot([2, 2])])).toBeNull();
});

describe('one number instead of a picture', () => {
  test.each([
    [strip(null, null), 'No sample was tested for bisphenols.'],
    [
      strip([3.2, 3.2], null),
      'Only one sample was tested for bisphenols: 3.2% of the European BPA limit.',
    ],
    [
      strip([0, 12], [0, 12], null),
      'Not detected in any of the 2 tested samples; each may contain at most 12% of the European BPA limit.',
    ],
    [
      strip([0, 0.004], [0, 0.004]),
      'Not detected in any of the 2 tested samples; each may contain less than 0.01% of the European BPA limit.',
    ],
    [
      strip([0, 0, true], [0, 0, true]),
      'Not detected in any of the 2 tested samples; how much each may contain is not known.',
    ],
    [
      strip([5, 5, true], [5, 5, true]),
      'All 2 tested samples say the same: at least 5% of the European BPA limit.',
    ],
  ])('%#', (given, sentence) => {
    expect(insteadOfChart(given)).toBe(sentence);
  });

  test('is not enough where samples differ, be it in what they could hide', () => {
    expect(insteadOfChart(strip([0, 12], [0, 13]))).toBeNull();
    expect(insteadOfChart(strip([1, 12], [2, 12]))).toBeNull();
    expect(insteadOfChart(strip([12, 12], [12, 12, true]))).toBeNull();
  });
});

test.each([
  [[12, 12], '12%', '12%', '12%'],
  [[28.5, 694.9], '29% to 6.9 times the limit', '29%', '695%'],
  [[3.2, 12], '3.2% to 12%', '3.2%', '12%'],
  [[0, 12], '≤ 12%', 'Not detected', '12%'],
  [[0, 0.001], '< 0.01%', 'Not detected', '< 0.01%'],
  [[12, 12, true], '≥ 12%', '12%', 'Not known'],
  [[0, 0, true], 'not known', 'Not detected', 'Not known'],
  [null, 'no result', 'No result', 'Not known'],
] as const)('%j reads %s in the picture, %s and %s in the table', (bound, amount, found, most) => {
  const shown = dot(bound as Bound);
  expect(dotText(shown)).toBe(amount);
  expect(cellsOf(shown)).toEqual({ found, most });
});
