import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { lacksSomething, lastingPages, partOf } from './lasting-pages.server.ts';
import { finished } from './shared-answers.server.ts';

/** A little more than what a page may be behind. */
const BEHIND_MS = 1_100;

/** A page made of the price and of the name, which a test changes. */
function site() {
  const now = { price: 1, name: 'oat' };
  const reads = { price: vi.fn(async () => now.price), name: vi.fn(async () => now.name) };
  const make = vi.fn(async () => {
    const [price, name] = await Promise.all([
      partOf('price', reads.price),
      partOf('name', reads.name),
    ]);
    return finished(200, `${name} ${price}`, {});
  });
  return { now, reads, make, lasting: lastingPages() };
}

describe('a page that lasts', () => {
  it('is made once while its parts are the same, and anew within a second when one is another', async () => {
    const { now, make, lasting } = site();
    const first = await lasting('/a', make);
    await sleep(BEHIND_MS);
    expect((await lasting('/a', make)).etag).toBe(first.etag);
    expect(make).toHaveBeenCalledTimes(1);
    now.price = 2;
    await sleep(BEHIND_MS);
    expect((await lasting('/a', make)).etag).not.toBe(first.etag);
    expect(make).toHaveBeenCalledTimes(2);
  });

  it('asks for each part once a second, however many pages have it', async () => {
    const { reads, make, lasting } = site();
    const paths = Array.from({ length: 50 }, (_, at) => `/${at}`);
    for (let times = 0; times < 3; times += 1) {
      await Promise.all(paths.map((path) => lasting(path, make)));
    }
    expect(make).toHaveBeenCalledTimes(50);
    expect(reads.price.mock.calls.length).toBeLessThan(5);
  });

  it('is made once for all who ask while it is being made', async () => {
    const { make, lasting } = site();
    await Promise.all([lasting('/a', make), lasting('/a', make), lasting('/a', make)]);
    expect(make).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['a part could not be read', async () => await partOf('x', () => Promise.reject(new Error()))],
    ['something else failed', async () => lacksSomething()],
  ])('does not last where %s', async (_, fail) => {
    const lasting = lastingPages();
    const make = vi.fn(async () => {
      await fail()?.catch(() => {});
      return finished(200, 'not whole', {});
    });
    await lasting('/a', make);
    await lasting('/a', make);
    expect(make).toHaveBeenCalledTimes(2);
  });

  it('is drawn again where a part cannot be read any more, so that visitors see what is wrong', async () => {
    const { reads, make, lasting } = site();
    await lasting('/a', make);
    reads.price.mockRejectedValue(new Error('no database'));
    await sleep(BEHIND_MS);
    const trouble = vi.fn(async () => finished(500, 'The page of the trouble.', {}));
    expect(await lasting('/a', trouble)).toMatchObject({ status: 500 });
  });

  it('does not last where there is none', async () => {
    const lasting = lastingPages();
    const make = vi.fn(async () => finished(404, 'no such page', {}));
    await lasting('/a', make);
    await lasting('/a', make);
    expect(make).toHaveBeenCalledTimes(2);
  });
});
