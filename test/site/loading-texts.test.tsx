import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, describe, expect, test, vi } from 'vitest';
import HomePage from '#app/pages/home.page.tsx';
import { readListQuery } from '#app/catalogue/list/list-query.ts';
import type { EndlessListState } from '#app/catalogue/list/use-endless-list.ts';
import TestedListPage from '#app/results/list/tested-list.page.tsx';
import { readTestedQuery } from '#app/results/list/tested-query.ts';
import { byFamily, type Family } from '#app/toxicology/families.ts';
import type { Product } from '#app/catalogue/product-schema.ts';
import { oatRings } from '#test/support/oat-rings.ts';

/** Whether a further page of the list is on its way. */
let isLoadingMore = false;
vi.mock('#app/catalogue/list/use-endless-list.ts', async (actual) => {
  const { useEndlessList } =
    await actual<typeof import('#app/catalogue/list/use-endless-list.ts')>();
  return {
    useEndlessList(of: Parameters<typeof useEndlessList>[0]): EndlessListState<unknown> {
      return { ...useEndlessList(of), loading: isLoadingMore };
    },
  };
});
afterEach(() => void (isLoadingMore = false));

const of = (query: unknown, item: object) => ({
  query,
  result: { ok: true, body: { items: [item], total: 30, page: 1, pageSize: 1 } },
  baseUrl: 'https://site.example',
});
const family = (name: Family) => ({
  [`${name}_risk`]: 'Low',
  [`${name}_tdi_percent`]: 1,
  [`${name}_lower_percent`]: 1,
  [`${name}_upper_percent`]: 1,
});
const eaten = {
  risk: 'Low',
  tdi_percent: 1,
  lower_percent: 1,
  upper_percent: 1,
  own_lower_percent: 1,
  sample_upper_percent: 1,
  counted: [],
  beside: [],
};
const tested = {
  product_id: 93,
  padded_id: '0093',
  name: 'Oat Rings',
  image_url: null,
  ...family('phthalates'),
  ...family('bisphenols'),
  ...family('substitutes'),
  eater: { weight_kg: 14, servings: 1, ...byFamily(() => eaten) },
};
const none = new URLSearchParams();

/** The text of a list page, at rest or while another query of it is on its way. */
async function read(path: string, page: unknown, loaderData: unknown, isAsking = false) {
  const Page = page as ComponentType<{ loaderData: unknown }>;
  const router = createMemoryRouter(
    [
      {
        id: 'list',
        path: path.split('?')[0]!,
        element: <Page loaderData={loaderData} />,
        loader: () => new Promise(() => {}),
      },
      { path: '*', element: null },
    ],
    { initialEntries: [path], hydrationData: { loaderData: { list: loaderData } } },
  );
  if (isAsking) {
    void router.navigate(`${path}?search=oats`);
    await expect.poll(() => router.state.navigation.state, { timeout: 60_000 }).toBe('loading');
  }
  const html = renderToStaticMarkup(<RouterProvider router={router} />);
  router.dispose();
  return html.replaceAll(/<[^>]+>/g, '\n').split('\n');
}

describe.each([
  ['/', HomePage, of(readListQuery(none), oatRings), '[SYSTEM]: '],
  ['/plasticlist', TestedListPage, of(readTestedQuery(none), tested), ''],
])('the list at %s', (path, page, loaderData, voice) => {
  const loading = `${voice}Loading products...`;
  const loadingMore = `${voice}Loading more products...`;

  test('says nothing of loading at rest', async () => {
    const lines = await read(path, page, loaderData);
    expect(lines).toContain('Oat Rings');
    expect(lines.join(' ')).not.toContain('Loading');
  });

  test(`says “${loading}” while another query is on its way`, async () => {
    const lines = await read(path, page, loaderData, true);
    expect(lines).toContain(loading);
    expect(lines).not.toContain(loadingMore);
  });

  test(`says “${loadingMore}” while its next page is`, async () => {
    isLoadingMore = true;
    const lines = await read(path, page, loaderData);
    expect(lines).toContain(loadingMore);
    expect(lines).not.toContain(loading);
  });
});

const drawn = (product: Product) => ({ product, head: `<h3>${product.name}</h3>` });

test('where no tested product matches, the one closest to its goal is named', async () => {
  const query = readTestedQuery(new URLSearchParams({ search: 'zzz' }));
  const empty = { ok: true, body: { items: [], total: 0, page: 1, pageSize: 25 } };
  const loaded = {
    query,
    result: empty,
    closest: drawn(oatRings),
    baseUrl: 'https://site.example',
  };
  const lines = await read('/plasticlist', TestedListPage, loaded);
  expect(lines.filter((line) => line === oatRings.name)).toHaveLength(1);
  const found = await read('/plasticlist', TestedListPage, {
    ...of(readTestedQuery(none), tested),
    closest: drawn({ ...oatRings, name: 'Closest' }),
  });
  expect(found).not.toContain('Closest');
});

test.each([
  ['search=oat', 'A search covers all products.'],
  ['search=oat&mode=demo', 'A search covers all demonstration products.'],
  ['search=oat&panel=metals', 'A search covers all tests for metals.'],
])('a search of home, %s, says what it covers: %s', async (asked, said) => {
  const query = readListQuery(new URLSearchParams(asked));
  const lines = await read(`/?${asked}`, HomePage, { ...of(query, oatRings), hits: '' });
  expect(lines).toContain(said);
});

test.each([
  ['', 'No product matches “oatly”.', 'Nothing else matches'],
  ['<p>1 tested</p>', 'Nothing else matches “oatly”.', 'No product matches'],
])('home below %j says “%s”', async (hits, said, unsaid) => {
  const query = readListQuery(new URLSearchParams({ search: 'oatly' }));
  const empty = { ok: true, body: { items: [], total: 0, page: 1, pageSize: 5 } };
  const text = (await read('/', HomePage, { query, result: empty, hits, baseUrl: '' })).join(' ');
  expect(text).toContain(said);
  expect(text).not.toContain(unsaid);
  expect(text.includes('CSV file')).toBe(hits === '');
});
