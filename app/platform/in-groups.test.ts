import { expect, test } from 'vitest';
import { inGroups } from './in-groups.ts';

const later = () => new Promise((resolve) => setTimeout(resolve, 5));

/** Doubles numbers, and keeps what came together; a 13 spoils whatever it is in. */
function doubling(limits: { atOnce: number; most: number }) {
  const groups: number[][] = [];
  let [running, highest] = [0, 0];
  const double = inGroups(async (items: number[]) => {
    groups.push(items);
    running += 1;
    highest = Math.max(highest, running);
    await later();
    running -= 1;
    if (items.includes(13)) throw new Error('13');
    return items.map((item) => item * 2);
  }, limits);
  return { double, groups, highest: () => highest };
}

test('what comes at once, or while others are worked on, is taken together in its order', async () => {
  const { double, groups } = doubling({ atOnce: 1, most: 3 });
  const first = [1, 2].map(double);
  await later();
  const rest = [3, 4, 5, 6].map(double);
  expect(await Promise.all([...first, ...rest])).toEqual([2, 4, 6, 8, 10, 12]);
  expect(groups).toEqual([[1, 2], [3, 4, 5], [6]]);
});

test('no more groups than are allowed are worked on beside each other', async () => {
  const { double, highest } = doubling({ atOnce: 2, most: 1 });
  await Promise.all([1, 2, 3, 4, 5].map(double));
  expect(highest()).toBe(2);
});

test('one that fails takes nobody with it: each of its group is tried alone', async () => {
  const { double, groups } = doubling({ atOnce: 1, most: 10 });
  const settled = await Promise.allSettled([1, 13, 3].map(double));
  expect(settled.map((one) => (one.status === 'fulfilled' ? one.value : one.status))).toEqual([
    2,
    'rejected',
    6,
  ]);
  expect(groups).toEqual([[1, 13, 3], [1], [13], [3]]);
});
