import { Hono } from 'hono';
import { expect, it, vi } from 'vitest';
import { once, finished, keptBytes, KEPT_BYTES } from './shared-answers.server.ts';
import { pageHandler } from './serve-pages.server.ts';

const parametersOf = (pathname: string) => (pathname === '/list' ? ['search'] : []);

function site() {
  const render = vi.fn(async ({ url }: Request) => new Response(url));
  const app = new Hono().all('*', pageHandler(render, { isHidden: () => false, parametersOf }));
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

it('kept answers are bounded by their bytes, however many addresses there are', async () => {
  const text = 'x'.repeat(500_000);
  for (let at = 0; at < 200; at += 1) {
    await once(`page:/list?search=${at}`, 60, async () => finished(200, text, {}));
  }
  expect(keptBytes()).toBeLessThanOrEqual(KEPT_BYTES);
  expect(keptBytes()).toBeGreaterThan(KEPT_BYTES / 2);
});
