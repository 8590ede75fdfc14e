import { expect, test } from 'vitest';
import { amountOf, formatPercent, ofLimit, roughPercent, spanOfLimit } from './percent-text.ts';

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
])('%f reads %s in a table', (percent, text) => {
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

test.each([
  [0, '0%'],
  [0.004, '< 0.01%'],
  [0.5155, '0.52%'],
  [2.4999, '2.49%'],
  [7.4999, '7.49%'],
  [7.5, '7.5%'],
  [99.97, '99.9%'],
  [469.8, '470%'],
  [32_518, '33,000%'],
])('%f reads %s in a sentence', (percent, text) => {
  expect(roughPercent(percent)).toBe(text);
});

test.each([
  [0.0031, 'Less than 1/10,000', 'of the limit'],
  [0.5155, '1/190', 'of the limit (0.52%)'],
  [3.2, '1/31', 'of the limit (3.2%)'],
  [45.2, '45%', 'of the limit'],
  [99.97, '99.9%', 'of the limit'],
  [101, 'About 100%', 'of the limit'],
  [469.8, 'About 4.7 times', 'the limit'],
  [397_000, 'About 4,000 times', 'the limit'],
  [2_699_400_000, 'About 27 million times', 'the limit'],
])('%f is held as %s', (percent, figure, of) => {
  expect(amountOf(percent)).toEqual({ figure, of });
});

test('what is a lower bound is said to be at least so much', () => {
  expect(amountOf(469.8, true).figure).toBe('At least 4.7 times');
  expect(amountOf(12.4, true).figure).toBe('At least 12%');
});

test('parts of the limit read as parts, and as times from there on', () => {
  expect(ofLimit(0.5155)).toBe('0.52% of the limit');
  expect(ofLimit(2_357)).toBe('24 times the limit');
  expect(ofLimit(2_357, 'the European DEHT')).toBe('24 times the European DEHT limit');
  expect(ofLimit(0.5155, 'the European DEHT')).toBe('0.52% of the European DEHT limit');
  expect(spanOfLimit(28.5, 694.9, 'the European DEHT')).toBe(
    '29% to 6.9 times the European DEHT limit',
  );
  expect(spanOfLimit(0.1289, 1.0214)).toBe('0.13% to 1%');
  expect(spanOfLimit(28.5, 694.9)).toBe('29% to 6.9 times the limit');
  expect(spanOfLimit(2_357, 3_600)).toBe('24 to 36 times the limit');
});
