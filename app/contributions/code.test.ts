import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanCode, isCode, makeCode } from './code.ts';

describe('a code', () => {
  it('is six upper-case letters or digits, each drawn on its own', () => {
    expect(makeCode(() => 0)).toBe('AAAAAA');
    expect(makeCode((below) => below - 1)).toBe('999999');
    const drawn = [7, 0, 35, 26, 25, 1];
    expect(makeCode(() => drawn.shift()!)).toBe('HA90ZB');
    fc.assert(
      fc.property(fc.array(fc.nat(35), { minLength: 6, maxLength: 6 }), (numbers) => {
        let at = 0;
        expect(isCode(makeCode(() => numbers[at++]!))).toBe(true);
      }),
    );
  });

  it.each([
    ['ab12cd', 'AB12CD'],
    [' AB1 2CD\n', 'AB12CD'],
    ['ab1-2cd', 'AB12CD'],
    ['AB1–2CD', 'AB12CD'],
  ])('typed as %j is read as %s', (typed, read) => {
    expect(cleanCode(typed)).toBe(read);
    expect(isCode(cleanCode(typed))).toBe(true);
  });

  it.each(['', 'AB12C', 'AB12CDE', 'ÄB12CD', 'AB12C!'])('%j is none', (text) => {
    expect(isCode(text)).toBe(false);
  });
});
