import { expect, test } from 'vitest';
import { typedDollars, WHOLE_DOLLARS_PATTERN } from './typed-dollars.ts';

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
