import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, test, vi } from 'vitest';
import { CACHE_BYTES, cached, cachedBytes, forgetCached } from './cache.server.ts';

beforeEach(forgetCached);

test('a thing is made once, also while it is being made', async () => {
  const make = vi.fn(async () => ({ size: 4 }));
  const [one, other] = await Promise.all([cached('a', 60, make), cached('a', 60, make)]);
  expect(one).toBe(other);
  expect(await cached('a', 60, make)).toBe(one);
  expect(make).toHaveBeenCalledTimes(1);
});

test('it is made anew after its seconds, from when it began to be made', async () => {
  const make = vi.fn(async () => {
    await sleep(150);
    return 'slow';
  });
  await cached('a', 0.2, make);
  await sleep(80);
  await cached('a', 0.2, make);
  expect(make).toHaveBeenCalledTimes(2);
});

test('what has expired holds no memory, whether or not it is asked for again', async () => {
  await cached('short', 0.02, async () => 'x'.repeat(10_000));
  await cached('long', 60, async () => 'kept');
  await vi.waitFor(() => expect(cachedBytes()).toBeLessThan(1_000));
  expect(await cached('long', 60, async () => 'made again')).toBe('kept');
});

test('past its bytes, what was asked for longest ago is forgotten, however it is measured', async () => {
  const quarter = CACHE_BYTES / 4;
  const make = vi.fn(async () => new Uint8Array(quarter - 100));
  const forms: (() => Promise<string | object>)[] = [
    async () => 'x'.repeat(quarter / 2 - 100),
    async () => ({ bytes: quarter - 100 }),
    async () => ({ text: 'x'.repeat(quarter / 2 - 100) }),
  ];
  await cached('a', 60, make);
  for (const [at, form] of forms.entries()) await cached(`form ${at}`, 60, form);
  await cached('a', 60, make);
  await cached('b', 60, make);
  expect(cachedBytes()).toBeLessThanOrEqual(CACHE_BYTES);
  expect(cachedBytes()).toBeGreaterThan(3 * quarter);
  await cached('a', 60, make);
  expect(make).toHaveBeenCalledTimes(2);
  await cached('form 0', 60, make);
  expect(make).toHaveBeenCalledTimes(3);
});

test('long keys count, and what is larger than the whole is given out and not kept', async () => {
  await cached('k'.repeat(1_000), 60, async () => 'x');
  expect(cachedBytes()).toBeGreaterThan(2_000);
  const make = vi.fn(async () => ({ bytes: CACHE_BYTES }));
  await cached('a', 60, make);
  expect(await cached('a', 60, make)).toEqual({ bytes: CACHE_BYTES });
  expect(make).toHaveBeenCalledTimes(2);
});

test('a failure reaches all who wait, and the next one tries again', async () => {
  const fails = async () => {
    throw new Error('broken');
  };
  const both = await Promise.allSettled([cached('a', 60, fails), cached('a', 60, fails)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await cached('a', 60, async () => 'whole')).toBe('whole');
});

test('an answer that says that something failed is not kept', async () => {
  const make = vi.fn(async () => ({ status: 503, bytes: 1 }));
  await cached('a', 60, make);
  await sleep(5);
  await cached('a', 60, make);
  expect(make).toHaveBeenCalledTimes(2);
});

test('what was being made when everything was forgotten is not kept', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const asked = cached('a', 60, () => promise);
  forgetCached();
  resolve('of the other database');
  expect(await asked).toBe('of the other database');
  expect(await cached('a', 60, async () => 'of this one')).toBe('of this one');
});
