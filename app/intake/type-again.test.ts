import { describe, expect, test } from 'vitest';
import { reading } from '#test/support/lab-file.ts';
import { samplesFile } from '#test/support/samples-file.ts';
import { cellsToType } from './type-again.ts';

function labels(text: string, before?: string): string[] {
  const read = reading(text, before)!;
  return cellsToType('an upload', read.written, read).map(({ label }) => label);
}

const three = (more: Record<string, Record<string, string>> = {}) =>
  ['1', '2', '3'].map((id) => ({ id, ...more[id] }));

describe('results that are typed again', () => {
  test('are those that a correction changes, first', () => {
    const before = samplesFile(...three());
    const after = samplesFile(...three({ 2: { DIDP_ng_g: '<12', DMP_ng_g: '<11' } }));
    expect(labels(after, before).slice(0, 2).toSorted()).toEqual([
      'DIDP of 2, in ng/g',
      'DMP of 2, in ng/g',
    ]);
  });

  test('are those whose slip would make a level another one, and what was found', () => {
    const found = { 1: { DEP_ng_g: '42' }, 3: { DINP_ng_g: '900', BPA_ng_g: '1.5' } };
    const typed = labels(samplesFile(...three(found)));
    for (const cell of ['BPA of 3', 'DINP of 3', 'DEP of 1'])
      expect(typed).toContain(`${cell}, in ng/g`);
  });

  test('are others by lot, other ones for another upload, and the same at each look', () => {
    const { written, ...read } = reading(samplesFile(...three()))!;
    const typed = (id: string) => cellsToType(id, written, read).map(({ name }) => name);
    expect(typed('a')).toEqual(typed('a'));
    expect(typed('a')).not.toEqual(typed('b'));
    expect(new Set(typed('a')).size).toBe(18);
  });
});
