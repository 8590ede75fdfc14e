import { fundingStateOf, type FundingState } from './funding-states.ts';
import { groupOf } from '#app/catalogue/groups.ts';
import { PRODUCT_SORTS, type Direction, type ProductSort } from '#app/catalogue/product.ts';
import type { Page } from '#app/catalogue/product-schema.ts';
import { panelNamed, type PanelKey } from '#app/toxicology/panels/panels.ts';

/** What is asked of the list, as the home page's address says it. */
export interface ListQuery {
  search: string;
  sort: ProductSort;
  direction: Direction;
  /** From 1. */
  page: number;
  /** `demo` shows the `[TEST]` products, and only them. */
  mode?: 'demo' | undefined;
  /** What its products are to be tested for; plastics without one. */
  panel?: PanelKey | undefined;
  /** Key of a group of products (`groups.ts`); all of them without one, and in a search. */
  category?: string | undefined;
  /** Products in one state of funding; all of them without one, and in a search. */
  funding?: FundingState | undefined;
}

/** Characters the search box takes; the call refuses more. */
export const SEARCH_BOX_CHARACTERS = 200;
/** How far a group’s products are counted for its chip: past that it reads `100+`. */
export const COUNTED_OF_GROUP = 100;
/** The deepest page the call answers. */
const DEEPEST_PAGE = 2_000;

/** The sorts a visitor chooses from, and what their two directions are called. */
export const SORT_CHOICES: Record<ProductSort, { name: string; desc: string; asc: string }> = {
  current_amount: { name: 'Amount raised', desc: 'Most first', asc: 'Least first' },
  contributor_count: { name: 'Contributors', desc: 'Most first', asc: 'Fewest first' },
  id: { name: 'Newest', desc: 'Newest first', asc: 'Oldest first' },
};

/** The page that an address names, from 1. */
export function pageIn(params: URLSearchParams): number {
  const page = params.get('page') ?? '';
  return /^[1-9]\d{0,3}$/.test(page) ? Math.min(Number(page), DEEPEST_PAGE) : 1;
}

/** Reads an address; what it does not say, or says wrongly, is the default. */
export function readListQuery(params: URLSearchParams): ListQuery {
  // A form's direction button comes after the field that repeats the current direction.
  const direction = params.getAll('direction').at(-1);
  const sort = PRODUCT_SORTS.find((known) => known === params.get('sort'));
  const search = (params.get('search') ?? '').trim();
  const panel = panelNamed(params.get('panel'))?.key;
  const category = search === '' && groupOf(params.get('category'))?.key;
  const funding = search === '' && fundingStateOf(params.get('funding'));
  return {
    search,
    sort: sort ?? 'current_amount',
    direction: direction === 'asc' ? 'asc' : 'desc',
    page: pageIn(params),
    ...(params.get('mode') === 'demo' ? { mode: 'demo' as const } : {}),
    ...(panel && panel !== 'plastics' && { panel }),
    ...(category && { category }),
    ...(funding && { funding }),
  };
}

/** The fewest parameters that say the same. */
export function listParameters(query: ListQuery) {
  const { search, sort, direction, mode, page, panel, category, funding } = query;
  return {
    ...(panel && { panel }),
    ...(category && !search && { category }),
    ...(funding && !search && { funding }),
    ...(search && { search }),
    ...(sort !== 'current_amount' && { sort }),
    ...(direction !== 'desc' && { direction }),
    ...(mode && { mode }),
    ...(page > 1 && { page: String(page) }),
  };
}

/** The same as a query string, with its question mark; empty for the default. */
export function listQueryString(query: ListQuery): string {
  return asQueryString(listParameters(query));
}

/** Parameters as they stand in an address, with the question mark; empty of none. */
export function asQueryString(parameters: Record<string, string>): string {
  const params = new URLSearchParams(parameters);
  return params.size > 0 ? `?${params}` : '';
}

/** Whether one more page can be asked for. */
export function hasMore(page: Page<unknown>) {
  return (
    page.items.length > 0 && page.page * page.pageSize < page.total && page.page < DEEPEST_PAGE
  );
}
