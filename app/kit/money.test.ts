import { describe, expect, it } from 'vitest';
import { centsFromWholeDollars, formatCents, formatDollars } from './money.ts';

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
