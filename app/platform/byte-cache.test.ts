import { expect, test, vi } from 'vitest';
import { byteCache } from './byte-cache.ts';

const ofLength = (bytesMax: number) => byteCache<string>(bytesMax, (text) => text.length);

test('a thing is made once, also while it is being made', async () => {
  const once = ofLength(100);
  const make = vi.fn(async () => 'made');
  expect(await Promise.all([once('a', make), once('a', make)])).toEqual(['made', 'made']);
  expect(await once('a', make)).toBe('made');
  expect(make).toHaveBeenCalledTimes(1);
});

test('past its bytes, what was asked for longest ago is forgotten', async () => {
  const once = ofLength(10);
  const make = vi.fn(async () => '1234');
  for (const key of ['a', 'b', 'a', 'c']) await once(key, make);
  expect(make).toHaveBeenCalledTimes(3);
  await once('a', make);
  expect(make).toHaveBeenCalledTimes(3);
  await once('b', make);
  expect(make).toHaveBeenCalledTimes(4);
});

test('what is larger than the whole is given out and not kept', async () => {
  const once = ofLength(3);
  const make = vi.fn(async () => '1234');
  expect(await once('a', make)).toBe('1234');
  await once('a', make);
  expect(make).toHaveBeenCalledTimes(2);
});

test('a failure reaches all who wait, and the next one tries again', async () => {
  const once = ofLength(10);
  const fails = async () => {
    throw new Error('broken');
  };
  const both = await Promise.allSettled([once('a', fails), once('a', fails)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await once('a', async () => 'made')).toBe('made');
});
