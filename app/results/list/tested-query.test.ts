import { describe, expect, test } from 'vitest';
import type { RiskLevelRow } from '#app/results/tested-schema.ts';
import { mergeRows } from './tested-list.tsx';
import { besides, readTestedQuery, sortedBy, testedQueryString } from './tested-query.ts';

const read = (query: string) => readTestedQuery(new URLSearchParams(query));

test.each([
  ['', { search: '', sort: undefined, direction: 'desc', page: 1 }],
  ['search=tea&category=tea', { sort: undefined }],
  ['direction=asc', { sort: 'phthalates_tdi_percent', direction: 'asc' }],
  ['direction=desc', { sort: 'phthalates_tdi_percent', direction: 'desc' }],
  ['sort=bisphenols_risk&page=3', { sort: 'bisphenols_tdi_percent', page: 3 }],
  ['search=+tap+water+&direction=asc', { search: 'tap water', direction: 'asc' }],
  [
    'sort=name&direction=up&page=-1',
    { sort: 'phthalates_tdi_percent', direction: 'desc', page: 1 },
  ],
  ['page=9999', { page: 2000 }],
])('%j reads as %j', (query, expected) => {
  expect(read(query)).toMatchObject(expected);
});

test.each(['', '?search=milk&sort=substitutes_tdi_percent&direction=asc&page=2'])(
  '%j is written as it was read',
  (query) => {
    expect(testedQueryString(read(query))).toBe(query);
  },
);

describe('a sort button', () => {
  test('of the current sort flips it, back at page 1', () => {
    const query = read('sort=bisphenols_tdi_percent&page=4');
    const flipped = sortedBy(query, 'bisphenols_tdi_percent');
    expect(flipped).toMatchObject({ direction: 'asc', page: 1 });
    expect(sortedBy(flipped, 'bisphenols_tdi_percent')).toMatchObject({ direction: 'desc' });
  });

  test('of another sort starts from the highest and keeps the search', () => {
    const query = read('search=milk&direction=asc');
    expect(sortedBy(query, 'substitutes_tdi_percent')).toMatchObject({
      search: 'milk',
      sort: 'substitutes_tdi_percent',
      direction: 'desc',
    });
  });
});

test('a page is appended without doubles, the newer copy in the older place', () => {
  const row = (product_id: number, name: string) => ({ product_id, name }) as RiskLevelRow;
  const merged = mergeRows([row(1, 'a'), row(2, 'b')], [row(1, 'A'), row(3, 'c')]);
  expect(merged.map(({ name }) => name)).toEqual(['A', 'b', 'c']);
});

test.each([
  ['', { also_tested: 'last', order: 'best' }],
  ['certainty=certain&direction=asc', { also_tested: 'last' }],
  ['search=receipt', { order: 'best' }],
  ['category=also-tested&sort=phthalates_risk', {}],
])(
  'the page asks for %j with %j: the best first, and what stands apart at the end of the whole list',
  (query, more) => {
    expect(besides(read(query))).toEqual(more);
  },
);

test('what is left out stays in the address, and through another sort', () => {
  expect(testedQueryString(read('certainty=certain'))).toBe('?certainty=certain');
  expect(testedQueryString(read('lots=current&x=1'))).toBe('?lots=current');
  expect(sortedBy(read('certainty=unsure'), 'bisphenols_tdi_percent').certainty).toBe('unsure');
});

test('a group of products stays in the address, and one that nobody knows does not', () => {
  expect(testedQueryString(read('category=fast-food&direction=asc'))).toBe(
    '?category=fast-food&sort=phthalates_tdi_percent&direction=asc',
  );
  expect(testedQueryString(read('category=rockets&certainty=maybe'))).toBe('');
  expect(sortedBy(read('category=baby'), 'bisphenols_tdi_percent').category).toBe('baby');
});
