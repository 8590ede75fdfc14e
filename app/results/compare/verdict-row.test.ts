import { expect, test } from 'vitest';
import { baby, specChild } from '#app/results/answers/eater.ts';
import type { ReportTile } from '#app/results/answers/report-cards.ts';
import type { Family } from '#app/toxicology/families.ts';
import { standsBeside, verdictOver } from './verdict-row.ts';

const product = (id: number, bounds: Partial<Record<Family, [lower: number, upper: number]>>) => ({
  id,
  name: `No. ${id}`,
  isNotFood: false,
  eater: specChild,
  tiles: Object.entries(bounds).map(([family, [lower, upper]]) => {
    const percent = { lower, estimate: lower, upper, upperOpen: upper === Infinity };
    const samples = Array.from({ length: 3 }, () => ({ level: 'Low', percent }));
    return { family, level: 'Low', rated: percent, samples, shares: [] } as unknown as ReportTile;
  }),
});

// Numbers of sodas, which can be compared.
const one = product(70, { phthalates: [0, 1], substitutes: [5, 5], bisphenols: [0, Infinity] });
const less = product(71, { phthalates: [0, 1], substitutes: [1, 2], bisphenols: [0, Infinity] });
const mixed = product(72, { phthalates: [2, 3], substitutes: [0, 1] });

test('a comparison says what is lower, how sure that is, in what, and what can’t be told apart', () => {
  expect(standsBeside(less, [one, less])).toEqual([
    'Lower for certain than the other in substitutes.',
  ]);
  expect(standsBeside(one, [one, less])).toEqual([
    'Higher for certain than the other in substitutes.',
  ]);
  expect(standsBeside(one, [one, { ...one, id: 204 }])).toEqual([
    'Can’t be told apart from the other.',
  ]);
  expect(standsBeside(one, [one, less, mixed])).toEqual([
    'Higher for certain than No. 71 in substitutes.',
    'Lower for certain than No. 72 in phthalates.',
    'Higher for certain than No. 72 in substitutes.',
  ]);
  expect(standsBeside(one, [one])).toEqual([]);
});

test('one sentence says which of them is lowest', () => {
  expect(verdictOver([one])).toBeNull();
  expect(verdictOver([one, { ...less, eater: baby }])).toBeNull();
  expect(verdictOver([one, less])).toBe(
    'No. 71: lower for certain than the other one in substitutes. It is in no family shown to be higher, nor 1.5 times as high by best estimate.',
  );
  expect(verdictOver([one, mixed])).toMatch(/^Neither leads: /);
  expect(verdictOver([one, { ...one, id: 204 }])).toBe(
    'These tests can’t tell which of the two is lowest.',
  );
});

test('it says why it compares neither a variant with its item, nor powder with a drink', () => {
  const dish = product(33, { phthalates: [4, 4] });
  expect(standsBeside(product(34, { phthalates: [1, 1] }), [dish])).toEqual([
    'The same as the other, after 45 minutes in a takeout container: not compared with itself.',
  ]);
  expect(standsBeside(product(122, { phthalates: [1, 1] }), [product(15, {})])).toEqual([
    'Not compared with the other: this was tested as a powder, before it is mixed, that brewed.',
  ]);
});

test('what nobody eats stands against nothing', () => {
  const notFood = { ...less, isNotFood: true };
  expect(standsBeside(notFood, [one, notFood])).toEqual([]);
  expect(standsBeside(one, [one, notFood])).toEqual([]);
});

test('what somebody else eats stands against nothing', () => {
  const babys = { ...less, eater: baby };
  expect(standsBeside(babys, [one, babys])).toEqual([]);
  expect(standsBeside(one, [one, babys])).toEqual([]);
  expect(standsBeside(one, [one, babys, mixed]).join(' ')).not.toContain('No. 71');
});
