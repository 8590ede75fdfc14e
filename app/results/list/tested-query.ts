import { groups } from '#app/catalogue/groups.ts';
import { asQueryString, pageIn } from '#app/catalogue/list/list-query.ts';
import type { Direction } from '#app/catalogue/product.ts';
import { ALSO_TESTED } from '#app/results/answers/product-category.ts';
import type { RiskQuery } from '#app/results/read/risk-levels.server.ts';
import { DEFAULT_SORT, RISK_SORTS, type RiskSort } from '#app/results/risk-level-row.ts';
import { families } from '#app/toxicology/families.ts';

/** What the list can be cut down to: the groups, and what stands apart. */
export const CATEGORY_KEYS = [...groups.map(({ key }) => key), ALSO_TESTED];

/** Whether a level may be a higher one for what the test could not see. */
export const CERTAINTIES = ['certain', 'unsure'] as const;

/** Lots that may still be sold: none whose every stated date is past. */
export const LOTS = ['current'] as const;

/** What the tested list's address says. */
export interface TestedQuery extends Pick<RiskQuery, 'category' | 'certainty' | 'lots'> {
  search: string;
  /** Without one the list begins with the best, in all families together (decision 0155). */
  sort: RiskSort | undefined;
  direction: Direction;
  /** From 1. */
  page: number;
}

/** A sort may also be named by the level it orders: the percent decides both. */
export const RISK_SORT_NAMES = [
  ...RISK_SORTS,
  ...families.map(({ key }) => `${key}_risk` as const),
] as const;

/** The sort of a name, the default where it is none. */
export function riskSortOf(name: string | null | undefined): RiskSort {
  const percent = name?.replace(/_risk$/, '_tdi_percent');
  return RISK_SORTS.find((known) => known === percent) ?? DEFAULT_SORT;
}

/** Reads an address; what it says wrongly is the default. */
export function readTestedQuery(params: URLSearchParams): TestedQuery {
  const isSorted = params.has('sort') || params.has('direction');
  const category = CATEGORY_KEYS.find((known) => known === params.get('category'));
  const certainty = CERTAINTIES.find((known) => known === params.get('certainty'));
  return {
    search: (params.get('search') ?? '').trim(),
    sort: isSorted ? riskSortOf(params.get('sort')) : undefined,
    direction: params.get('direction') === 'asc' ? 'asc' : 'desc',
    page: pageIn(params),
    ...(category && { category }),
    ...(certainty && { certainty }),
    ...(params.get('lots') === 'current' && { lots: 'current' }),
  };
}

/** The fewest parameters that say the same. */
export function testedParameters(query: TestedQuery) {
  const { search, sort, direction, page, category, certainty, lots } = query;
  return {
    ...(category && { category }),
    ...(certainty && { certainty }),
    ...(lots && { lots }),
    ...(search && { search }),
    ...(sort && { sort }),
    ...(sort && direction !== 'desc' && { direction }),
    ...(page > 1 && { page: String(page) }),
  };
}

/** What the page asks for besides: the best first, and at the end of the whole list what stands apart. */
export function besides(query: TestedQuery): Pick<RiskQuery, 'also_tested' | 'order'> {
  const { search, category, sort } = query;
  return {
    ...(search === '' && category === undefined && { also_tested: 'last' }),
    ...(!sort && { order: 'best' }),
  };
}

/** The same as a query string, with its question mark; empty for the default. */
export function testedQueryString(query: TestedQuery): string {
  return asQueryString(testedParameters(query));
}

/** Choosing the current sort flips it; choosing another one starts from the highest. */
export function sortedBy(query: TestedQuery, sort: RiskSort): TestedQuery {
  const flips = sort === query.sort && query.direction === 'desc';
  return { ...query, sort, direction: flips ? 'asc' : 'desc', page: 1 };
}
