import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { chemicals } from '#app/toxicology/chemicals.ts';
import { measurementOf } from './report-measurements.ts';
import { parseSamplesFile } from '#app/results/samples/samples-file.ts';
import { concentrationOf } from '#app/results/read/tested-report.server.ts';

test('what a report states is what was measured, for every result of the dataset', () => {
  const parsed = parseSamplesFile(readFileSync('db/data/plasticlist/samples.tsv', 'utf8'));
  if (!parsed.ok) throw new Error('the dataset can be read');
  const compared = parsed.samples.flatMap(({ measurements }) =>
    chemicals.map(({ key }) => {
      const { reported: _, ...measured } = measurements[key] ?? {
        ...measurementOf(null),
        reported: '',
      };
      const { reported: __, ...stated } = measurementOf(concentrationOf(measurements[key]));
      expect(stated, key).toEqual(measured);
      return stated.status;
    }),
  );
  expect(new Set(compared)).toEqual(new Set(['ok', 'below_loq', 'above_range', 'not_tested']));
});

test('a limit that is not known, and amounts whose text has an exponent', () => {
  expect(measurementOf('ND')).toMatchObject({ status: 'not_detected', valueNgG: null });
  expect(measurementOf('<1e-7')).toMatchObject({ status: 'below_loq', loqNgG: 1e-7 });
  expect(measurementOf(1e-7)).toMatchObject({ status: 'ok', valueNgG: 1e-7 });
});
