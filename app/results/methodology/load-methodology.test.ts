import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { useDatabase } from '#test/support/database.ts';
import { importSamples } from '#app/intake/import-samples.server.ts';
import { loadMethodology } from './load-methodology.server.ts';

useDatabase();

const dataset = readFileSync('db/data/plasticlist/samples.tsv', 'utf8');

test('there is no example where nothing is published, and one of the results as they are now', async () => {
  expect(await loadMethodology()).toEqual({
    example: undefined,
    leftOut: { found: 0, tested: 0 },
  });
  await importSamples(dataset);
  const { example, leftOut } = await loadMethodology();
  expect(example).toMatchObject({ originalId: 16, servingG: 237 });
  const dehpOf = (of: typeof example) => of?.samples.map(({ dehp }) => dehp?.reported);
  expect(dehpOf(example)).toEqual(['14.6', '<10', '52']);

  // DIBP as the file has it: quantified, and with any result at all.
  const [names = [], ...cells] = dataset.split('\n').map((line) => line.split('\t'));
  const dibp = cells.flatMap((row) => row[names.indexOf('DIBP_ng_g')] ?? []);
  expect(leftOut).toEqual({
    found: dibp.filter((cell) => /^>?\d/.test(cell)).length,
    tested: dibp.filter((cell) => cell !== '' && cell !== 'NO RESULT').length,
  });
  expect(leftOut?.found).toBe(82);

  const own = dataset.split('\n').filter((line, at) => at === 0 || /^\d+\t16\t/.test(line));
  const corrected = own.map((line) => line.replace('\t14.6\t', '\t18.6\t')).join('\n');
  expect(corrected).not.toBe(own.join('\n'));
  await importSamples(corrected, { reason: 'A digit was misread.' });
  expect(dehpOf((await loadMethodology()).example)).toEqual(['18.6', '<10', '52']);
});
