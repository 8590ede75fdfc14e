import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseWeightKg, personText, readViewpoint, viewpointAddress } from './viewpoint.ts';

const read = (query: string) => readViewpoint(new URLSearchParams(query));

describe('a viewpoint', () => {
  test.each([
    ['', { weightKg: 14, authority: 'EFSA' }],
    ['weight=adult', { weightKg: 70, authority: 'EFSA' }],
    ['weight=child&limits=epa', { weightKg: 14, authority: 'EPA' }],
    ['weight=22.5', { weightKg: 22.5, authority: 'EFSA' }],
    // 50 lb × 0.45359237 = 22.6796…
    ['weight=50&unit=lb', { weightKg: 22.7, authority: 'EFSA' }],
    ['weight=giant&limits=FDA', { weightKg: 14, authority: 'EFSA' }],
    ['weight=-3', { weightKg: 14, authority: 'EFSA' }],
    ['weight=0', { weightKg: 14, authority: 'EFSA' }],
    ['weight=501', { weightKg: 14, authority: 'EFSA' }],
    ['weight=1e2', { weightKg: 14, authority: 'EFSA' }],
  ])('of %j', (query, expected) => {
    expect(read(query)).toEqual(expected);
  });

  test('has one address that says it again', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 10, max: 5_000 }),
        fc.constantFrom('EFSA' as const, 'EPA' as const),
        (tenths, authority) => {
          const viewpoint = { weightKg: tenths / 10, authority };
          expect(read(viewpointAddress(viewpoint))).toEqual(viewpoint);
        },
      ),
    );
    expect(viewpointAddress(read(''))).toBe('?');
    expect(viewpointAddress(read('weight=70'))).toBe('?weight=adult');
  });

  test('takes a comma for a point, and nothing that is not a weight', () => {
    expect(parseWeightKg(' 18,5 ', 'kg')).toBe(18.5);
    for (const text of ['', 'kg', '12 kg', '1.2.3', '0.4', 'Infinity']) {
      expect(parseWeightKg(text, 'kg')).toBeUndefined();
    }
  });

  test('names who it is', () => {
    expect([14, 70, 22.7].map(personText)).toEqual([
      'a child weighing 14 kg',
      'an adult weighing 70 kg',
      'a person weighing 22.7 kg',
    ]);
  });
});
