import { expect, test, vi } from 'vitest';
import { byteCache } from './byte-cache.ts';

interface Thing {
  size: number;
}

/** A key of one letter is two bytes more. */
const ofBytes = (bytesMax: number, secondsMax = 60) =>
  byteCache<Thing>({ bytesMax, secondsMax, bytesOf: ({ size }) => size });

test('a thing is made once, also while it is being made', async () => {
  const { once } = ofBytes(100);
  const make = vi.fn(async () => ({ size: 4 }));
  const [one, other] = await Promise.all([once('a', make), once('a', make)]);
  expect(one).toBe(other);
  expect(await once('a', make)).toBe(one);
  expect(make).toHaveBeenCalledTimes(1);
});

test('past its bytes, what was asked for longest ago is forgotten', async () => {
  const { once, bytes } = ofBytes(14);
  const make = vi.fn(async () => ({ size: 4 }));
  for (const key of ['a', 'b', 'a', 'c']) await once(key, make);
  expect(make).toHaveBeenCalledTimes(3);
  expect(bytes()).toBe(12);
  await once('a', make);
  expect(make).toHaveBeenCalledTimes(3);
  await once('b', make);
  expect(make).toHaveBeenCalledTimes(4);
});

test('long keys count: what is small has no free room', async () => {
  const { once, bytes } = ofBytes(1_000);
  for (let at = 0; at < 100; at += 1) {
    await once(String(at).padStart(100), async () => ({ size: 1 }));
  }
  expect(bytes()).toBeLessThanOrEqual(1_000);
  expect(bytes()).toBeGreaterThan(500);
});

test('what is larger than the whole is given out and not kept', async () => {
  const { once, bytes } = ofBytes(3);
  const make = vi.fn(async () => ({ size: 4 }));
  await once('a', make);
  await once('a', make);
  expect(make).toHaveBeenCalledTimes(2);
  expect(bytes()).toBe(0);
});

test('whatever is past its seconds goes by itself, though nobody asks for it again', async () => {
  vi.useFakeTimers();
  try {
    const { once, bytes } = ofBytes(1_000, 1);
    const make = vi.fn(async () => ({ size: 4 }));
    await once('a', make);
    await once('b', make, 2);
    expect(bytes()).toBe(12);
    await vi.advanceTimersByTimeAsync(1_100);
    expect(bytes()).toBe(6);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(bytes()).toBe(0);
    await once('a', make);
    expect(make).toHaveBeenCalledTimes(3);
  } finally {
    vi.useRealTimers();
  }
});

test('a failure reaches all who wait, and the next one tries again', async () => {
  const { once } = ofBytes(10);
  const fails = async () => {
    throw new Error('broken');
  };
  const both = await Promise.allSettled([once('a', fails), once('a', fails)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await once('a', async () => ({ size: 1 }))).toEqual({ size: 1 });
});
