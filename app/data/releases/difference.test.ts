import { expect, it } from 'vitest';
import { TableDifference } from './difference.ts';

async function changesOf(
  old: readonly object[],
  now: readonly { id: number; [cell: string]: unknown }[],
) {
  const lines = async function* () {
    for (const row of old) yield JSON.stringify(row);
  };
  const difference = new TableDifference(['id'], lines());
  for (const row of now) await difference.take([row.id], JSON.stringify(row));
  const { added, changed, removed } = await difference.end();
  return [added, changed, removed].map(({ named }) => named);
}

it('names rows of other cells, and none for a column alone that is new and last', async () => {
  const old = [
    { id: 1, name: 'Oats', license: 'CC' },
    { id: 2, name: 'Rye', license: 'CC' },
    { id: 3, name: 'Rice', license: 'CC' },
  ];
  const [oats, rye] = old;
  const now = [
    { ...oats!, panel: 'plastics' },
    { ...rye!, license: 'CCB', panel: 'plastics' },
  ];
  expect(await changesOf(old, [...now, { id: 4 }])).toEqual([['4'], ['2'], ['3']]);
  expect(await changesOf(old, [{ ...oats!, license: 'C' }])).toEqual([[], ['1'], ['2', '3']]);
});
