import { setTimeout as sleep } from 'node:timers/promises';
import { Hono } from 'hono';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetCached } from '#app/cache/cache.server.ts';
import { pageHandler } from './serve-pages.server.ts';

beforeEach(forgetCached);

const factsOf = (pathname: string) => ({ reads: pathname === '/list' ? ['search'] : [] });

function site() {
  const render = vi.fn(async ({ url }: Request) => new Response(url));
  const app = new Hono().all('*', pageHandler(render, { isHidden: () => false, factsOf }));
  return { render, get: async (path: string) => (await app.request(path)).text() };
}

it('parameters that a page does not read make no page of their own', async () => {
  const { get, render } = site();
  for (let at = 0; at < 50; at += 1) {
    expect(await get(`/docs?x=${at}&search=${at}`)).toBe('http://localhost/docs');
  }
  expect(render.mock.calls.length).toBeLessThan(10); // once a second
  expect(await get('/list?x=1&search=milk&y=2')).toBe('http://localhost/list?search=milk');
  expect(await get('/list?search=oat%20milk')).toBe('http://localhost/list?search=oat%20milk');
  expect(await get('/list.data?_routes=root&x=1')).toBe('http://localhost/list.data?_routes=root');
});

describe('a page that shows only what is published', () => {
  const BEHIND_MS = 1_100;
  const now = { version: 'first', isThere: true };

  function published() {
    const render = vi.fn(async (request: Request) => new Response(`${request.url} ${now.version}`));
    const read = vi.fn(async () => {
      if (!now.isThere) throw new Error('no database');
      return now.version;
    });
    const pages = { isHidden: () => false, factsOf, versionOf: () => read };
    const app = new Hono().all('*', pageHandler(render, pages));
    return { render, read, get: async (path: string) => (await app.request(path)).text() };
  }

  beforeEach(() => Object.assign(now, { version: 'first', isThere: true }));

  it('is drawn once while the version is the same, and anew within a second when it is another', async () => {
    const { render, read, get } = published();
    const paths = Array.from({ length: 50 }, (_, at) => `/${at}`);
    for (let times = 0; times < 3; times += 1) await Promise.all(paths.map(get));
    expect(render).toHaveBeenCalledTimes(50);
    expect(read.mock.calls.length).toBeLessThan(5);
    await sleep(BEHIND_MS);
    expect(await get('/1')).toBe('http://localhost/1 first');
    expect(render).toHaveBeenCalledTimes(50);
    now.version = 'second';
    await sleep(BEHIND_MS);
    expect(await get('/1')).toBe('http://localhost/1 second');
  });

  it('is drawn anew where the version cannot be read any more, so that visitors see what is wrong', async () => {
    const { render, get } = published();
    await get('/1');
    now.isThere = false;
    await sleep(BEHIND_MS);
    await get('/1');
    expect(render).toHaveBeenCalledTimes(2);
  });
});
