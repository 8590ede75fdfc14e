import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { knownColumns } from '#app/results/sample-columns.ts';
import { parseSamplesFile } from '#app/results/samples/samples-file.ts';

const guide = readFileSync('docs/publishing-results.md', 'utf8');

test('the example of the guide is a file that is taken in', () => {
  const [, example = ''] = /```csv\n([^`]+)```/.exec(guide) ?? [];
  const parsed = parseSamplesFile(example, 1042);
  expect(parsed).toMatchObject({ ok: true });
  expect(parsed.ok && parsed.samples.map((sample) => sample.id)).toEqual(['S-2201', 'S-2202']);
});

test('the guide names every column that a file may hold', () => {
  expect([...knownColumns].filter((column) => !guide.includes(column))).toEqual([]);
});
