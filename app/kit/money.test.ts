import { describe, expect, it, test } from 'vitest';
import {
  centsFromWholeDollars,
  formatCents,
  formatDollars,
  typedDollars,
  WHOLE_DOLLARS_PATTERN,
} from './money.ts';

describe('money', () => {
  it.each([
    [0, '$0'],
    [500, '$5'],
    [127_500, '$1,275'],
    [1_234, '$12.34'],
    [105, '$1.05'],
    [-150_000, '-$1,500'],
  ])('%i cents read %s', (cents, text) => expect(formatCents(cents)).toBe(text));

  it('reads dollars without a binary remainder', () => {
    expect(formatDollars(0.29)).toBe('$0.29');
    expect(formatDollars(1275)).toBe('$1,275');
  });

  it.each([0.5, Number.NaN, Infinity, 1e21])('%d dollars are not whole', (dollars) => {
    expect(() => centsFromWholeDollars(dollars)).toThrow(RangeError);
  });
});

test.each([
  ['20', 20],
  [' 7.5 ', 7.5],
  ['$1,275', 1_275],
  ['12,750', 12_750],
  ['25.00', 25],
  ['025', 25],
  ['1234,567', Number.NaN],
  ['25,50', Number.NaN],
  ['1,2750', Number.NaN],
  ['5e2', Number.NaN],
  ['-5', Number.NaN],
  ['0x10', Number.NaN],
  ['', Number.NaN],
])('%j typed is %d dollars', (text, dollars) => {
  expect(typedDollars(text)).toBe(dollars);
  const isTaken = new RegExp(`^(?:${WHOLE_DOLLARS_PATTERN})$`, 'v').test(text);
  expect(isTaken).toBe(Number.isInteger(dollars));
});
