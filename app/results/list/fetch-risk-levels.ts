import { fetchPage, type PageResult } from '#app/catalogue/list/fetch-page.ts';
import type { RiskLevelRow } from '#app/results/risk-level-row.ts';
import { testedQueryString, type TestedQuery } from './tested-query.ts';

/** Asks for one page of the tested products from the browser. */
export function fetchRiskLevels(
  query: TestedQuery,
  signal?: AbortSignal,
): Promise<PageResult<RiskLevelRow>> {
  return fetchPage(`/api/risk-levels${testedQueryString(query)}`, signal);
}
