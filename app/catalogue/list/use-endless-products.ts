import { fetchProducts } from './fetch-products.ts';
import { hasMore, listQueryString, type ListQuery } from './list-query.ts';
import { appendPage } from '#app/catalogue/product.ts';
import type { Page, Product } from '#app/catalogue/product-schema.ts';
import { useEndlessList } from './use-endless-list.ts';

/** The endless list of the products that can be funded, kept in the sort that was chosen. */
export function useEndlessProducts(first: Page<Product>, query: ListQuery) {
  return useEndlessList({
    address: `/${listQueryString(query)}`,
    first,
    fetchNext: (page, signal) => fetchProducts({ ...query, page }, signal),
    merge: (shown, more) => appendPage(shown, more, query.sort, query.direction),
    hasMore,
  });
}
