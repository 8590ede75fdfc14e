import { listFailed } from '#app/catalogue/list/fetch-products.ts';
import { ask } from '#app/http/ask.ts';
import { lastOf, testedParameters, type TestedQuery } from './tested-query.ts';

/** Asks for one page of the tested products from the browser. */
export function fetchRiskLevels(query: TestedQuery, signal?: AbortSignal) {
  return ask('get /api/risk-levels', {
    query: { ...testedParameters(query), ...lastOf(query) },
    signal,
    failed: listFailed,
  });
}
