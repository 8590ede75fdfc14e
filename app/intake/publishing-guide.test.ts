import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { knownColumns } from '#app/results/sample-columns.ts';
import {
  resultColumns,
  statedColumns,
  substanceColumns,
} from '#app/intake/lab-file/lab-columns.ts';
import { PANEL_KEYS } from '#app/toxicology/panels/panels.ts';
import { readLabFile } from '#app/intake/lab-file/read-lab-file.ts';

const guide = readFileSync('docs/publishing-results.md', 'utf8');

test('the example of the guide is a file that is taken in', () => {
  const [, example = ''] = /```csv\n([^`]+)```/.exec(guide) ?? [];
  const reading = readLabFile(example, 1042);
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems));
  expect(reading.samples.map((sample) => sample.id)).toEqual(['1042-1', '1042-2']);
  expect(reading.controls.map(({ id }) => id)).toEqual(['1042-2 dup']);
});

test('the guide names every column that a file may hold', () => {
  const own = PANEL_KEYS.flatMap((panel) => [...knownColumns(panel), ...substanceColumns(panel)]);
  const all = [
    ...own.filter((column) => !column.endsWith('_ng_g')),
    ...statedColumns,
    ...resultColumns,
  ];
  expect(all.filter((column) => !guide.includes(column))).toEqual([]);
});
