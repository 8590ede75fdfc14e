import { expect, test } from 'vitest';
import { formatPercent } from './percent-text.ts';

test.each([
  [0, '0%'],
  [0.0004, '< 0.01%'],
  [0.00999, '< 0.01%'],
  [0.01, '0.01%'],
  [0.04, '0.04%'],
  [0.316, '0.32%'],
  [0.999, '1%'],
  [1, '1%'],
  [3.21, '3.2%'],
  [9.96, '10%'],
  [12.4, '12%'],
  [321.4, '321%'],
  [32_500, '32,500%'],
  [1_234_567.8, '1,234,568%'],
])('%f reads %s', (percent, text) => {
  expect(formatPercent(percent)).toBe(text);
});

test.each([
  [2.46, '2.46%'],
  [2.5, '2.5%'],
  [2.52, '2.5%'],
  [7.47, '7.47%'],
  [7.499, '7.499%'],
  [7.5, '7.5%'],
  [99.6, '99.6%'],
  [99.999_99, '99.9999%'],
  [100, '100%'],
  [2.499_999_999, '2.4999%'],
])('%f stays on its side of a cut-off: %s', (percent, text) => {
  expect(formatPercent(percent)).toBe(text);
});
