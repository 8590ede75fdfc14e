import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { samplesFile } from '#test/support/samples-file.ts';
import { parseSamplesFile } from './samples-file.ts';
import { inOrder } from './in-order.ts';
import { samplesText } from './samples-text.ts';

function samples(text: string, about?: number) {
  const parsed = parseSamplesFile(text, about);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.samples;
}

const withoutLine = (found: ReturnType<typeof samples>) =>
  inOrder(found).map((sample) => ({ ...sample, line: 0 }));

test('samples read the same again, the published ones too', () => {
  const dataset = samples(readFileSync('db/data/plasticlist/samples.tsv', 'utf8'));
  const again = samples(samplesText(dataset));
  const blank = (found: typeof dataset) =>
    withoutLine(found).map((sample) => ({
      ...sample,
      provenance: Object.values(sample.provenance).map((cell) => (cell.trim() === '' ? '' : cell)),
    }));
  expect(blank(again)).toEqual(blank(dataset));
});

test('odd cells stay as they are written', () => {
  const text = samplesFile(
    { id: '10', DEHP_ng_g: ' <10 ', lot_no: '"L" 1', serving_size_g: '0.000001' },
    { id: '9', BPA_ng_g: '', serving_size_g: '0.0000010' },
  );
  const found = samples(samplesText(samples(text)));
  expect(withoutLine(found)).toEqual(withoutLine(samples(text)));
  expect(found.map((sample) => sample.id)).toEqual(['9', '10']);
});
