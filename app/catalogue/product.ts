import type { Page, Product } from './product-schema.ts';

/** A page of a list, or the sentence that says why there is none. */
export type PageResult<T> = { ok: true; body: Page<T> } | { ok: false; sentence: string };

export const PRODUCT_PAGE_SIZE = 5;
export const PRODUCT_SORTS = ['current_amount', 'contributor_count', 'id'] as const;
export type ProductSort = (typeof PRODUCT_SORTS)[number];
export type Direction = 'asc' | 'desc';

const ORDINALS: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };

/** The name of a level: "Untested", "1st Test", "2nd Test". */
export function levelName(level: number): string {
  if (level === 0) return 'Untested';
  const ending = new Intl.PluralRules('en-US', { type: 'ordinal' }).select(level);
  return `${level}${ORDINALS[ending]} Test`;
}

/** What stands in a level's place where results have none either: `1 of 3 samples funded`. */
export function samplesFunded({ level, levels }: Pick<Product, 'level' | 'levels'>): string {
  return `${level} of ${levels} samples funded`;
}

/** What tells whether a product takes money, in dollars. */
interface FundingState {
  current_amount: number;
  target_amount: number;
  testing_status?: string;
}

/**
 * Whether a product's test has its money, so that it takes no more: below the goal it stands as in
 * testing only where testing has begun, and a dispute has taken something off it since.
 */
export function isPastFunding(status: string | undefined): boolean {
  return status === 'Testing in Progress' || status === 'Tested';
}

/** Whether a product is there for demonstration: its name says so. */
export function isDemonstration({ name }: { name: string }): boolean {
  return name.toUpperCase().includes('[TEST]');
}

/** Dollars, to the cent, that a product still needs: never negative, and none once it is tested. */
export function remainingDollars(product: FundingState) {
  if (isPastFunding(product.testing_status)) return 0;
  return Math.max(0, Math.round((product.target_amount - product.current_amount) * 100) / 100);
}

/** Whether a product has reached its full funding, and takes no more. */
export function isFullyFunded(product: FundingState) {
  return isPastFunding(product.testing_status) || product.current_amount >= product.target_amount;
}

/**
 * Appends a page to a list: no product twice, the newer copy wins, and the chosen sort is kept.
 */
export function appendPage(
  shown: Product[],
  more: Product[],
  sort: ProductSort,
  direction: Direction,
): Product[] {
  const byId = new Map([...shown, ...more].map((product) => [product.id, product]));
  const sign = direction === 'asc' ? 1 : -1;
  return [...byId.values()].sort((a, b) => sign * (a[sort] - b[sort] || a.id - b.id));
}
