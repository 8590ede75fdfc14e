import { fetchPage, type PageResult } from './fetch-page.ts';
import { listQueryString, type ListQuery } from './list-query.ts';
import type { Product } from '#app/catalogue/product.ts';

/** A page of the list, or the sentence that says why there is none. */
export type ListResult = PageResult<Product>;

/** Asks for one page of the products that can be funded, from the browser. */
export function fetchProducts(query: ListQuery, signal?: AbortSignal): Promise<ListResult> {
  return fetchPage(`/api/products${listQueryString(query)}`, signal);
}
