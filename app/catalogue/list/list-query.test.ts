import { describe, expect, test } from 'vitest';
import { hasMore, listQueryString, readListQuery } from './list-query.ts';

const plain = { search: '', sort: 'current_amount', direction: 'desc', page: 1 };

describe('readListQuery', () => {
  test.each([
    ['', plain],
    ['search=%20oat%20milk%20', { ...plain, search: 'oat milk' }],
    ['sort=id&direction=asc', { ...plain, sort: 'id', direction: 'asc' }],
    ['sort=name&direction=up&mode=live', plain],
    ['mode=demo&page=3', { ...plain, mode: 'demo', page: 3 }],
    ['page=0', plain],
    ['page=-2', plain],
    ['page=1.5', plain],
    ['page=99999', plain],
    ['page=9999', { ...plain, page: 2000 }],
    ['funding=open&category=baby', { ...plain, category: 'baby', funding: 'open' }],
    ['funding=toString', plain],
    ['panel=metals&search=rice', { ...plain, panel: 'metals', search: 'rice' }],
    ['panel=plastics', plain],
    ['panel=toString', plain],
    // A search covers all products.
    ['funding=tested&category=baby&search=oat', { ...plain, search: 'oat' }],
    // the form's own field, then the button that turns it around
    ['direction=desc&direction=asc', { ...plain, direction: 'asc' }],
  ])('%s', (text, expected) => {
    expect(readListQuery(new URLSearchParams(text))).toEqual(expected);
  });
});

describe('listQueryString', () => {
  test('says nothing about defaults', () => {
    expect(listQueryString(readListQuery(new URLSearchParams('sort=current_amount&page=1')))).toBe(
      '',
    );
  });

  test.each([
    '?search=ben+%26+jerry%27s&sort=id&direction=asc&mode=demo&page=4',
    '?page=2',
    '?panel=metals&category=baby&page=2',
    '?category=baby&page=2',
    '?category=baby&funding=testing&sort=id',
  ])('reads back as it was: %s', (text) => {
    expect(listQueryString(readListQuery(new URLSearchParams(text)))).toBe(text);
  });
});

test('a search lets go of the state that the list was cut down to', () => {
  const query = readListQuery(new URLSearchParams('funding=open'));
  expect(listQueryString({ ...query, search: 'oat' })).toBe('?search=oat');
});

describe('hasMore', () => {
  const items = [{}] as never[];
  test.each([
    [{ page: 1, pageSize: 5, total: 6, items }, true],
    [{ page: 1, pageSize: 5, total: 5, items }, false],
    [{ page: 2, pageSize: 5, total: 6, items }, false],
    // the total counted products that have gone since
    [{ page: 2, pageSize: 5, total: 60, items: [] }, false],
    [{ page: 2000, pageSize: 5, total: 60_000, items }, false],
  ])('%o', (page, expected) => {
    expect(hasMore(page)).toBe(expected);
  });
});
