import { expect, test } from 'vitest';
import type { Word } from './answer.ts';
import { riskBars } from './looks.ts';

test.each<[Word, number]>([
  ['High', 3],
  ['Medium', 2],
  ['Low', 1],
  ['Not tested', 0],
  ['N/A', 0],
])('%s fills %d of three bars, the lowest first', (word, filled) => {
  const expected = [0, 1, 2].map((bar) => bar < filled);
  expect(riskBars(word).map(({ isFilled }) => isFilled)).toEqual(expected);
});

test('each bar stands to the right of the last one, is higher, and all stand on one line', () => {
  const bars = riskBars('Low');
  expect(bars.map(({ x }) => x)).toEqual([0.5, 6.5, 12.5]);
  expect(bars.map(({ height }) => height)).toEqual([4, 8.5, 13]);
  for (const { y, height } of bars) expect(y + height).toBe(13.5);
});
