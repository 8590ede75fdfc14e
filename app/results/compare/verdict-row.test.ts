import { expect, test } from 'vitest';
import type { ReportTile } from '#app/results/report-cards.ts';
import type { Family } from '#app/toxicology/families.ts';
import { standsBeside } from './verdict-row.ts';

const product = (id: number, bounds: Partial<Record<Family, [lower: number, upper: number]>>) => ({
  id,
  name: `No. ${id}`,
  isNotFood: false,
  tiles: Object.entries(bounds).map(([family, [lower, upper]]) => {
    const percent = { lower, estimate: lower, upper, upperOpen: upper === Infinity };
    return { family, level: 'Low', percent } as unknown as ReportTile;
  }),
});

const one = product(1, { phthalates: [0, 1], substitutes: [5, 5], bisphenols: [0, Infinity] });
const less = product(2, { phthalates: [0, 1], substitutes: [1, 2], bisphenols: [0, Infinity] });
const mixed = product(3, { phthalates: [2, 3], substitutes: [0, 1] });

test('a comparison says what is lower for sure, in what, and what can’t be told apart', () => {
  expect(standsBeside(less, [one, less])).toEqual([
    'Lower for sure in substitutes than the other.',
  ]);
  expect(standsBeside(one, [one, less])).toEqual([
    'Higher for sure in substitutes than the other.',
  ]);
  expect(standsBeside(one, [one, { ...one, id: 4 }])).toEqual([
    'Can’t be told apart from the other.',
  ]);
  expect(standsBeside(one, [one, less, mixed])).toEqual([
    'Higher for sure in substitutes than No. 2.',
    'Lower in phthalates than No. 3, higher in substitutes.',
  ]);
  expect(standsBeside(one, [one])).toEqual([]);
  const notFood = { ...less, isNotFood: true };
  expect(standsBeside(notFood, [one, notFood])).toEqual([]);
  expect(standsBeside(one, [one, notFood])).toEqual([]);
});
