import { expect, test } from 'vitest';
import { dehpEquivalents } from '#app/toxicology/dehp-equivalents.ts';
import type { Finding } from '#app/toxicology/measurement.ts';
import { labGroups } from './lab-rows.ts';
import type { LabColumn } from './merge-lab-samples.ts';

const none = { valueNgG: null, loqNgG: null };
const ok = (valueNgG: number): Finding => ({ ...none, status: 'ok', valueNgG });
const below: Finding = { ...none, status: 'below_loq', loqNgG: 10 };
const missing: Finding = { ...none, status: 'not_tested' };
const column = (cells: LabColumn['cells']): LabColumn => ({
  sampleIds: ['1'],
  lot: null,
  notes: null,
  cells,
});

test('categories stand in the order of the spec, with the rows that some column speaks of', () => {
  const groups = labGroups([
    column({ deht: ok(46), bpa: below, dehp: ok(17) }),
    column({ totm: missing, bpa: ok(2) }),
  ]);
  expect(groups.map(({ category, rows }) => [category, rows.map(({ name }) => name)])).toEqual([
    ['Phthalates', ['DEHP', 'DEHP equivalents']],
    ['Bisphenols', ['BPA']],
    ['Phthalate Substitutes', ['DEHT', 'TOTM']],
  ]);
  expect(groups[1]?.rows[0]?.cells).toEqual([below, ok(2)]);
  expect(groups[0]?.rows[0]?.cells).toEqual([ok(17), undefined]);
});

test('a category without a row is left out, and so is a sum of nothing', () => {
  expect(labGroups([])).toEqual([]);
  const [phthalates, ...others] = labGroups([column({ dep: ok(560), dehp: missing })]);
  expect(phthalates?.rows.map(({ name }) => name)).toEqual(['DEHP', 'DEP']);
  expect(others).toEqual([]);
});

test.each<[LabColumn['cells'], Finding]>([
  // 10 + 5 × 2 + 0.1 × 30 + 0.3 × 100
  [{ dehp: ok(10), dbp: ok(2), bbp: ok(30), dinp: ok(100) }, ok(53)],
  [{ dehp: ok(10), dbp: below, bbp: missing, didp: ok(500) }, ok(10)],
  [
    { dehp: below, dbp: { ...none, status: 'above_range', valueNgG: 60000 } },
    { ...none, status: 'above_range', valueNgG: 300_000 },
  ],
  [
    { dehp: below, dbp: { ...none, status: 'not_detected' } },
    { ...none, status: 'below_loq' },
  ],
  [{ dehp: missing, bpa: ok(1) }, missing],
])('DEHP equivalents of %j', (cells, expected) => {
  expect(dehpEquivalents(cells)).toEqual(expected);
});
