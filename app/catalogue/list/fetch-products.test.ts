import { afterEach, expect, test, vi } from 'vitest';
import { fetchProducts } from './fetch-products.ts';
import { readListQuery } from './list-query.ts';

const query = readListQuery(new URLSearchParams('search=oat&page=2'));

afterEach(() => vi.unstubAllGlobals());

function answering(body: string, status: number) {
  const fetch = vi.fn(async () => new Response(body, { status }));
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

test('asks for the page of the query', async () => {
  const page = { items: [], total: 0, page: 2, pageSize: 5 };
  const fetch = answering(JSON.stringify(page), 200);
  expect(await fetchProducts(query)).toEqual({ ok: true, page });
  expect(fetch).toHaveBeenCalledWith('/api/products?search=oat&page=2', { signal: undefined });
});

test.each([
  ['{"error":"Too many."}', 429, 'Failed to load products: Too many.'],
  ['{"error":"Failed to load products: no luck"}', 500, 'Failed to load products: no luck'],
  ['<html>', 502, 'Failed to load products: the answer could not be read'],
  ['', 200, 'Failed to load products: the answer could not be read'],
])('%s (%i) is said once', async (body, status, message) => {
  answering(body, status);
  expect(await fetchProducts(query)).toEqual({ ok: false, message });
});

test('an unreachable site is a sentence too', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('network');
  });
  expect(await fetchProducts(query)).toEqual({
    ok: false,
    message: 'Failed to load products: the site could not be reached',
  });
});
