import { afterEach, expect, test, vi } from 'vitest';
import { fetchProducts } from './fetch-products.ts';
import { readListQuery } from './list-query.ts';

const query = readListQuery(new URLSearchParams('search=oat&page=2'));

afterEach(() => vi.unstubAllGlobals());

function answering(body: string, status: number) {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response(body, { status }));
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

test('asks for the page of the query', async () => {
  const page = { items: [], total: 0, page: 2, pageSize: 5 };
  const fetch = answering(JSON.stringify(page), 200);
  expect(await fetchProducts(query)).toMatchObject({ ok: true, body: page });
  expect(fetch.mock.calls).toMatchObject([['/api/products?search=oat&page=2', { method: 'GET' }]]);
});

test.each([
  ['{"error":"Too many."}', 429, 'Failed to load products: Too many.'],
  ['{"error":"Failed to load products: no luck"}', 500, 'Failed to load products: no luck'],
  ['<html>', 502, 'Failed to load products: the answer could not be read'],
  ['', 200, 'Failed to load products: the answer could not be read'],
])('%s (%i) is said once', async (body, status, sentence) => {
  answering(body, status);
  expect(await fetchProducts(query)).toMatchObject({ ok: false, sentence });
});

test('an unreachable site is a sentence too', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('network');
  });
  expect(await fetchProducts(query)).toMatchObject({
    ok: false,
    sentence: 'Failed to load products: the site could not be reached',
  });
});
