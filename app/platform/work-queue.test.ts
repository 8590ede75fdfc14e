import { afterEach, expect, test } from 'vitest';
import { configure } from '#app/config.ts';
import { BusyError, workQueue } from './work-queue.ts';

afterEach(() => void configure(process.env));

/** Work that ends when told to. */
function piece() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return { work: () => promise, resolve, reject };
}

test('runs so many at once, the others in the order they came', async () => {
  const run = workQueue({ atOnce: 2, waitingMax: 10 });
  const begun: number[] = [];
  const pieces = [0, 1, 2, 3].map(() => piece());
  const ends = pieces.map(({ work }, at) =>
    run(() => {
      begun.push(at);
      return work();
    }),
  );
  expect(begun).toEqual([0, 1]);
  pieces[1]?.resolve('second');
  expect(await ends[1]).toBe('second');
  expect(begun).toEqual([0, 1, 2]);
  pieces[0]?.resolve('first');
  await ends[0];
  expect(begun).toEqual([0, 1, 2, 3]);
});

test('lets several in at once where they ask together, as soon as half of the places are free', async () => {
  const run = workQueue({ atOnce: 4, waitingMax: 10, together: true });
  const begun: number[] = [];
  const pieces = [0, 1, 2, 3, 4, 5, 6, 7].map(() => piece());
  const ends = pieces.map(({ work }, at) =>
    run(() => {
      begun.push(at);
      return work();
    }),
  );
  pieces[0]?.resolve('');
  await ends[0];
  expect(begun).toEqual([0, 1, 2, 3]);
  pieces[1]?.resolve('');
  await ends[1];
  expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
  for (const { resolve } of pieces) resolve('');
  await Promise.all(ends);
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

test('refuses what is past the queue, and takes work again when there is room', async () => {
  const run = workQueue({ atOnce: 1, waitingMax: 1 });
  const [first, second] = [piece(), piece()];
  const ends = [run(first.work), run(second.work)];
  await expect(run(async () => 'third')).rejects.toBeInstanceOf(BusyError);
  first.resolve('first');
  second.resolve('second');
  expect(await Promise.all(ends)).toEqual(['first', 'second']);
  expect(await run(async () => 'fourth')).toBe('fourth');
});

test('work that fails gives its place on', async () => {
  const run = workQueue({ atOnce: 1, waitingMax: 1 });
  const failing = piece();
  const [failed, next] = [run(failing.work), run(async () => 'next')];
  failing.reject(new Error('broken'));
  await expect(failed).rejects.toThrow('broken');
  expect(await next).toBe('next');
});

test('is a part of what all processes may together, and one at least', async () => {
  configure({ ...process.env, PROCESSES: '3' });
  const run = workQueue({ atOnce: 2, waitingMax: 7 });
  const pieces = [0, 1, 2].map(() => piece());
  const ends = pieces.map(({ work }) => run(work));
  await expect(run(async () => 'fourth')).rejects.toBeInstanceOf(BusyError);
  for (const { resolve } of pieces) resolve('done');
  expect(await Promise.all(ends)).toEqual(['done', 'done', 'done']);
});

test('has those who wait take turns, and refuses whoever has the most waiting', async () => {
  const run = workQueue({ atOnce: 1, waitingMax: 4 });
  const begun: string[] = [];
  const piecesOf = (who: string, count: number) =>
    Array.from({ length: count }, (_, at) => run(async () => void begun.push(who + at), who));
  const [many, few] = [piecesOf('a', 5), piecesOf('b', 2)];
  const refused = await Promise.allSettled([...many, ...few]);
  expect(begun).toEqual(['a0', 'a1', 'b0', 'a2', 'b1']);
  expect(refused.map(({ status }) => status)).toEqual([
    ...Array<string>(3).fill('fulfilled'),
    ...Array<string>(2).fill('rejected'),
    ...Array<string>(2).fill('fulfilled'),
  ]);
  await expect(run(async () => 'again', 'a')).resolves.toBe('again');
});
