import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { useDatabase } from '#test/support/database.ts';
import { figuresTsv } from '#app/results/figures/figures.ts';
import { importSamples } from '#app/intake/import-samples.server.ts';
import { loadExamples } from './load-examples.server.ts';
import { parseSamplesFile } from '#app/results/samples/samples-file.ts';

useDatabase();

const dataset = readFileSync('db/data/plasticlist/samples.tsv', 'utf8');

test('there are no examples where nothing is published, and all where PlasticList is', async () => {
  expect(await loadExamples()).toEqual({});
  await importSamples(dataset);
  const examples = await loadExamples();
  expect(Object.keys(examples)).toHaveLength(14);
  expect(examples.share).toMatchObject({ originalId: 16 });

  // DIBP as the file has it: quantified, and with any result at all.
  const [names = [], ...cells] = dataset.split('\n').map((line) => line.split('\t'));
  const dibp = cells.flatMap((row) => row[names.indexOf('DIBP_ng_g')] ?? []);
  expect(examples.leftOut).toEqual({
    found: dibp.filter((cell) => /^>?\d/.test(cell)).length,
    tested: dibp.filter((cell) => cell !== '' && cell !== 'NO RESULT').length,
  });
  expect(examples.leftOut?.found).toBe(82);

  // The percentile is the one that `openassay figures` prints of the same sample.
  const parsed = parseSamplesFile(dataset);
  if (!parsed.ok) throw new Error('the dataset is unreadable');
  const [header = [], ...rows] = figuresTsv(parsed.samples)
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
  const own = rows.filter((row) => row[1] === String(examples.percentile?.originalId));
  const printed = own.map((row) => row[header.indexOf('DEHP_percentile_ng_g')]);
  const [, text] = /percentile (\d+)$/.exec(examples.percentile?.lines.at(-1) ?? '') ?? [];
  expect(printed[0]).toBe(text);

  // A correction shows at the next request.
  const corrected = dataset.replaceAll(
    /^(\d+\t2\t.*\t)15\.6\t/gm,
    (_, before: string) => `${before}18.6\t`,
  );
  expect(corrected).not.toBe(dataset);
  await importSamples(corrected, { reason: 'A digit was misread.' });
  expect((await loadExamples()).mean?.lines[1]).toBe(
    'estimate: (18.6 + 11 + 10 ÷ 2) ÷ 3 = 11.53 ng/g',
  );
});
