import { expect, test } from 'vitest';
import type { ChemicalKey } from './chemicals.ts';
import { byFamily } from './families.ts';
import { parseMeasurement, type SampleMeasurements } from './measurement.ts';
import { notRatedFamilies, type FiguresRequest } from './product-figures.ts';
import { sampleFigures } from './sample-levels.ts';

function sample(cells: Partial<Record<ChemicalKey, string>>): SampleMeasurements {
  return Object.fromEntries(
    Object.entries(cells).map(([key, text]) => {
      const parsed = parseMeasurement(text);
      if (!parsed.ok) throw new Error(parsed.reason);
      return [key, parsed.measurement];
    }),
  );
}

/** 100 g a day for a child weighing 14 kg: 1% of DEHT's limit is 1,400 ng/g, of DEHP's 70 ng/g. */
function request(samples: SampleMeasurements[], more: Partial<FiguresRequest> = {}) {
  return { samples, servingG: 100, bodyWeightKg: 14, authority: 'EFSA' as const, ...more };
}

const sampleLevels = (asked: FiguresRequest) =>
  byFamily((family) => sampleFigures(asked)[family].map(({ level }) => level));

test('each sample is rated as if it were the only one', () => {
  const samples = [
    sample({ dehp: '70' }), // 1%
    sample({ dehp: '210' }), // 3%
    sample({ dehp: '700' }), // 10%
  ];
  expect(sampleLevels(request(samples)).phthalates).toEqual(['Low', 'Medium', 'High']);
});

test('a non-detect alone counts nothing, though beside others it counts half', () => {
  const samples = [sample({ dehp: '<2000' }), sample({ dehp: '700' })];
  expect(sampleLevels(request(samples)).phthalates).toEqual(['Low', 'High']);
});

test('samples without a result and products without a serving have no figures', () => {
  const samples = [sample({ dehp: 'NO RESULT' }), sample({ dehp: '700', bpa: '1' })];
  expect(sampleLevels(request(samples)).phthalates).toEqual(['High']);
  expect(sampleLevels(request(samples, { servingG: null })).phthalates).toEqual([]);
  const notRated = notRatedFamilies(93);
  expect(sampleLevels(request(samples, { notRated })).bisphenols).toEqual(['N/A']);
});
