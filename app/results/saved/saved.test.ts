import { expect, test } from 'vitest';
import { MOST_SAVED, readSaved } from './saved.ts';

const one = { id: 93, name: 'Oats', isTested: true, says: 'Low.', seenOn: '2026-11-28' };

test.each([null, '', 'null', '{}', '"93"', '[93]', '{not json', '[{"id":93}]'])(
  'a shelf that says %j is empty',
  (text) => expect(readSaved(text)).toEqual([]),
);

test('a shelf has each product once, no more than it holds, and nothing that is none', () => {
  const many = Array.from({ length: 70 }, (_, id) => ({ ...one, id: id + 1 }));
  const odd = [{ ...one, id: -1 }, { ...one, id: 1.5 }, { ...one, seenOn: 'today' }, null];
  const read = readSaved(JSON.stringify([...odd, one, one, ...many]));
  expect(read).toHaveLength(MOST_SAVED);
  expect(read[0]).toEqual(one);
  expect(new Set(read.map(({ id }) => id)).size).toBe(MOST_SAVED);
});
