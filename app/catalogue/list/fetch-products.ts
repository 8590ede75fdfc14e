import { listParameters, type ListQuery } from './list-query.ts';
import { productsFailed } from '#app/catalogue/messages.ts';
import { ask } from '#app/http/ask.ts';

/** Asks for one page of the products that can be funded, from the browser. */
export function fetchProducts(query: ListQuery, signal?: AbortSignal) {
  return ask('get /api/products', { query: listParameters(query), signal, failed: listFailed });
}

/** Why there is no list; the site may name it already, and its sentence then stands as it is. */
export function listFailed(text?: string, status?: number): string {
  if (text?.startsWith(productsFailed(''))) return text;
  const why = status ? 'the answer could not be read' : 'the site could not be reached';
  return productsFailed(text ?? why);
}
