import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  baby,
  babyOnce,
  eaterOf,
  personInPounds,
  personText,
  servingsText,
  specChild,
} from './eater.ts';
import { parseWeightKg, readViewpoint, viewpointAddress } from './viewpoint.ts';

const read = (query: string, opening = specChild) =>
  readViewpoint(new URLSearchParams(query), opening);

describe('a viewpoint', () => {
  test.each([
    ['', [14, 1, 'EFSA']],
    ['weight=adult', [70, 1, 'EFSA']],
    ['weight=child&limits=epa', [14, 1, 'EPA']],
    ['weight=22.5', [22.5, 1, 'EFSA']],
    // 50 lb × 0.45359237 = 22.6796…
    ['weight=50&unit=lb', [22.7, 1, 'EFSA']],
    ['weight=giant&limits=FDA', [14, 1, 'EFSA']],
    ['weight=-3', [14, 1, 'EFSA']],
    ['weight=0', [14, 1, 'EFSA']],
    ['weight=501', [14, 1, 'EFSA']],
    ['weight=1e2', [14, 1, 'EFSA']],
    ['servings=2', [14, 2, 'EFSA']],
    ['weight=adult&servings=12&limits=epa', [70, 12, 'EPA']],
    ['weight=baby', [5, 6, 'EFSA']],
    ['weight=baby&servings=8', [5, 8, 'EFSA']],
    ['weight=11&unit=lb', [5, 1, 'EFSA']],
    ...['0', '13', '-2', '1.5', '1e1', '2 cups', '', '999'].map(
      (servings) => [`servings=${servings}`, [14, 1, 'EFSA']] as const,
    ),
  ] as const)('of %j', (query, [weightKg, servings, authority]) => {
    expect(read(query)).toEqual({ weightKg, servings, authority });
  });

  test.each([
    ['', [5, 6]],
    ['servings=3', [5, 3]],
    ['servings=99', [5, 6]],
    ['weight=giant', [5, 6]],
    ['weight=child', [14, 1]],
    ['weight=adult&servings=2', [70, 2]],
  ] as const)('of %j on a report that opens with the baby', (query, [weightKg, servings]) => {
    expect(read(query, baby)).toEqual({ weightKg, servings, authority: 'EFSA' });
  });

  test('has one address that says it again, whomever the page opens with', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.integer({ min: 10, max: 5_000 }), fc.constantFrom(50, 140, 700)),
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom('EFSA' as const, 'EPA' as const),
        fc.constantFrom(specChild, baby),
        (tenths, servings, authority, opening) => {
          const viewpoint = { weightKg: tenths / 10, servings, authority };
          expect(read(viewpointAddress(viewpoint, opening), opening)).toEqual(viewpoint);
        },
      ),
    );
    expect(viewpointAddress(read(''))).toBe('?');
    expect(viewpointAddress(read('weight=70'))).toBe('?weight=adult');
    expect(viewpointAddress(read('servings=2'))).toBe('?servings=2');
    expect(viewpointAddress(read('', baby), baby)).toBe('?');
    expect(viewpointAddress(read('', baby))).toBe('?weight=baby');
    expect(viewpointAddress(read(''), baby)).toBe('?weight=child');
  });

  test('takes a comma for a point, and nothing that is not a weight', () => {
    expect(parseWeightKg(' 18,5 ', 'kg')).toBe(18.5);
    for (const text of ['', 'kg', '12 kg', '1.2.3', '0.4', 'Infinity']) {
      expect(parseWeightKg(text, 'kg')).toBeUndefined();
    }
  });
});

describe('who eats', () => {
  test('is named, in kilograms or pounds first', () => {
    expect([14, 70, 22.7, 5].map(personText)).toEqual([
      'a child of 31\u00a0lb (14\u00a0kg)',
      'an adult of 154\u00a0lb (70\u00a0kg)',
      'a person of 50\u00a0lb (22.7\u00a0kg)',
      'a baby of 11\u00a0lb (5\u00a0kg)',
    ]);
    expect([14, 70, 22.7, 5, 3.5].map(personInPounds)).toEqual([
      'child of 31\u00a0lb (14\u00a0kg)',
      'adult of 154\u00a0lb (70\u00a0kg)',
      'person of 50\u00a0lb (22.7\u00a0kg)',
      'baby of 11\u00a0lb (5\u00a0kg)',
      'person of 7.7\u00a0lb (3.5\u00a0kg)',
    ]);
  });

  test('eats one serving, or a number of them, of grams where they are known', () => {
    expect([servingsText(1, 16), servingsText(6, 22), servingsText(2, 0)]).toEqual([
      'one serving of 16 g a day',
      'six servings of 22 g a day',
      'two servings a day',
    ]);
  });

  test.each([
    ['Enfamil Neuro Pro 587g Infant Formula (Tub)', ['baby', 'formula'], baby],
    ['Toddler formula', ['baby', 'formula'], specChild],
    ['Infant cereal', ['baby', 'baby_food'], babyOnce],
    ['Carrot purée', ['baby_food', 'baby', 'food', 'glass'], babyOnce],
    ['Breast milk', ['breast_milk', 'baby', 'milk'], baby],
    ['Pediatric formula', ['baby_food', 'baby', 'formula'], specChild],
    ['Prenatal vitamins', ['supplements', 'baby', 'health'], specChild],
    ['INFANT FORMULA', ['formula'], baby],
  ])('of %s, tagged %j, is a baby only where it is for babies', (name, tags, expected) => {
    expect(eaterOf({ name, tags })).toBe(expected);
  });
});
