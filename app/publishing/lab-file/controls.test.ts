import { expect, test } from 'vitest';
import { parentOf } from './controls.ts';
import { readLabFile } from './read-lab-file.ts';

test.each([
  ['MB', ['A', 'B'], null],
  ['Method blank', ['A', 'B', 'M'], null],
  ['BLANK-B', ['A', 'AN'], null],
  ['MB-1', ['1', '2'], null],
  ['Method blank S-1', ['S-1', 'S-2'], 'S-1'],
  ['Blank 7', ['7'], null],
  ['Duplicate of 7', ['7'], '7'],
  ['DUP-12', ['12', '2'], '12'],
  ['MS2201', ['2201', '201'], '2201'],
  ['A-dup', ['A', 'B'], 'A'],
  ['A MS', ['A', 'B', 'M'], 'A'],
  ['Duplicate of B', ['A', 'B', 'D'], 'B'],
  ['BAB DUP (B)', ['A', 'B'], 'B'],
  ['1 DUP', ['1', '2'], '1'],
  ['1061-1MSD', ['1061-1', '1061-2'], '1061-1'],
  ['1061-1DUP2', ['1061-1', '1'], '1061-1'],
  ['1061-12 DUP', ['1061-1'], null],
  ['1061-12 DUP', ['1061-1', '1061-12'], '1061-12'],
])('the control %s, among the samples %j, is of %s', (id, samples, of) => {
  expect(parentOf(id, samples)).toBe(of);
});

test('a method blank beside samples A and B is of neither', () => {
  const text = 'Sample,DEHP (ng/g),BPA (ng/g)\nA,41,1\nB,42,2\nMB,<10,<0.5\nB DUP,43,2\n';
  const reading = readLabFile(text, 1_061);
  expect(reading.ok && reading.controls.map(({ id, of }) => [id, of])).toEqual([
    ['MB', null],
    ['B DUP', 'B'],
  ]);
});
