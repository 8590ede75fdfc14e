import { expect, it } from 'vitest';
import { LeafError, readLeaf, statedIn } from './read-leaf.ts';

const AT = '2026-11-21T10:00:00.000Z';
const ended = { product: 1061, day: '2026-11-21', reason: 'It burst.' };
const row = (form: string, version: number, body: object) => {
  return {
    index: 7,
    form,
    leaf: JSON.stringify({ form: `openassay/${form}/${version}`, at: AT, ...body }),
  };
};

it('reads a leaf by its form, its texts as they were sealed', () => {
  const twice = { ...ended, reason: '[address]@example.org' };
  expect(readLeaf(row('ended', 1, twice))).toEqual({
    index: 7,
    form: 'ended',
    at: AT,
    body: twice,
  });
});

it('reads what is known of a later version, and leaves out what it cannot read', () => {
  const more = { ...ended, witness: 'a' };
  expect(readLeaf(row('ended', 2, more))?.body).toEqual(more);
  expect(readLeaf(row('ended', 2, { ...ended, day: 7 }))).toBeUndefined();
  expect(readLeaf(row('recall', 1, ended))).toBeUndefined();
});

it.each([
  ['without what the form needs', row('ended', 1, { product: 1061 })],
  ['with what it does not take', row('ended', 1, { ...ended, day: 'Monday' })],
  ['without a form', { index: 7, form: 'ended', leaf: '{"act":"never done"}' }],
  ['that is no object', { index: 7, form: 'ended', leaf: '7' }],
])('says which entry is broken: one %s', (_how, broken) => {
  expect(() => readLeaf(broken)).toThrow(LeafError);
  expect(() => readLeaf(broken)).toThrow(/^Entry 7 is not as its form “ended” has it: /);
});

it('says nothing of what is no leaf', () => {
  expect(statedIn('{"act":"never done"}')).toBeUndefined();
  expect(statedIn(row('recall', 1, ended).leaf)).toEqual({
    form: 'openassay/recall/1',
    at: AT,
    body: ended,
  });
});
