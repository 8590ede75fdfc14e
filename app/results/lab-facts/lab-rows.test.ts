import { expect, test } from 'vitest';
import { equivalentsCell, labGroups } from './lab-rows.ts';
import type { LabCell, LabColumn } from './merge-lab-samples.ts';

const ok = (valuePpb: number): LabCell => ({ status: 'ok', valuePpb });
const below: LabCell = { status: 'below_loq', valuePpb: 10 };
const missing: LabCell = { status: 'not_tested', valuePpb: null };
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

test.each<[LabColumn['cells'], LabCell]>([
  // 10 + 5 × 2 + 0.1 × 30 + 0.3 × 100
  [{ dehp: ok(10), dbp: ok(2), bbp: ok(30), dinp: ok(100) }, ok(53)],
  [{ dehp: ok(10), dbp: below, bbp: missing, didp: ok(500) }, ok(10)],
  [
    { dehp: below, dbp: { status: 'above_range', valuePpb: 60000 } },
    { status: 'above_range', valuePpb: 300_000 },
  ],
  [
    { dehp: below, dbp: { status: 'not_detected', valuePpb: null } },
    { status: 'below_loq', valuePpb: null },
  ],
  [{ dehp: missing, bpa: ok(1) }, missing],
])('DEHP equivalents of %j', (cells, expected) => {
  expect(equivalentsCell(cells)).toEqual(expected);
});
