import { expect, test } from 'vitest';
import type { RiskLevelRow } from './tested-schema.ts';
import { boundsText, estimateText, rowWarnings } from './row-text.ts';

test.each([
  [470, 470, null, '≥ 470%'],
  // Half of what was not found is in the estimate: it is no lower bound.
  [470, 460, null, '470%'],
  [0, 0, null, '0%'],
  [470, 460, 500, '470%'],
  [0, 0, 0, '0%'],
])('an estimate of %d over %d under %s is stated as %s', (percent, lower, upper, text) => {
  expect(estimateText(percent, lower, upper)).toBe(text);
});

test.each([
  [0, 12.4, '0–12%'],
  [0, 0, '0–0%'],
  [3.1, 3.1, '3.1–3.1%'],
  [0, 0.004, '< 0.01%'],
  [0.001, 0.5, '< 0.01–0.5%'],
  [120, null, 'from 120%'],
])('the list states the bounds %d and %s as %s', (lower, upper, text) => {
  expect(boundsText(lower, upper)).toBe(text);
});

const row = (fields: Partial<RiskLevelRow>) =>
  rowWarnings(
    {
      bisphenols_tdi_percent: 0,
      bisphenols_upper_percent: 0,
      bisphenols_limit_unseen: false,
      bisphenols_samples_disagree: false,
      bisphenols_above_range: false,
      ...fields,
    } as RiskLevelRow,
    'bisphenols',
  );

test('a row says in words what a low figure must not hide', () => {
  expect(row({})).toEqual([]);
  const unseen = { bisphenols_limit_unseen: true };
  expect(row({ ...unseen, bisphenols_upper_percent: 100 })).toEqual(['could not see the limit']);
  expect(row({ ...unseen, bisphenols_upper_percent: null })).toEqual(['could not see the limit']);
  expect(row({ ...unseen, bisphenols_upper_percent: 99.9 })).toEqual(['could be a higher level']);
  expect(row({ bisphenols_samples_disagree: true, bisphenols_above_range: true })).toEqual([
    'samples disagree',
    'more than measurable',
  ]);
});
