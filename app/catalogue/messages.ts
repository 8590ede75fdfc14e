/** The sentences that the catalogue's screens and calls say. */

import type { Product } from './product-schema.ts';

export const PRODUCT_NOT_FOUND = '[ERROR]: Product not found';

export function productsFailed(message: string): string {
  return `Failed to load products: ${message}`;
}

export const LOADING_PRODUCTS = '[SYSTEM]: Loading products...';
export const LOADING_MORE_PRODUCTS = '[SYSTEM]: Loading more products...';
export const SEARCH_TOO_LONG = 'search text can be at most 200 characters long';
export const CATALOGUE_UNREADABLE = 'the catalog cannot be read right now';

/** Of a list that has nothing of a search; below what it found elsewhere, it has nothing else. */
export function nothingMatches(what: string, search: string, isAnswered: boolean): string {
  return isAnswered ? `Nothing else matches “${search}”.` : `No ${what} matches “${search}”.`;
}

/** Above what a search finds where nothing of a list has it in its name, as the specification’s rule reads it. */
export function nearestTo(what: string, search: string): string {
  return `No ${what} is called “${search}”. This is nearest:`;
}

export const OF_BARCODE = 'With this barcode:';

export const CARD_NO_IMAGE = '[NO IMAGE]';
export const PAGE_NO_IMAGE = 'NO IMAGE';

export const NOT_LOOKED_AT = 'Not yet reviewed';
export const DEMO_APART = 'Demonstrations can’t be on a list with real products.';
export const UNKNOWN_BRAND = 'Unknown brand';
export const UNKNOWN = 'Unknown';
export const FULLY_FUNDED_MARK = 'Fully Funded';
export const HERO = 'Fully funded! Thank you, hero!';

/** In the place of its testing status, where a product's test has no results and will have none. */
export const TEST_ENDED = 'Test ended without results';

type TestState = Pick<Product, 'testing_status' | 'test_ended_on'>;

/** How a product's test is, everywhere that is said of it. */
export function statusText({ testing_status: status, test_ended_on: endedOn }: TestState): string {
  return endedOn ? TEST_ENDED : status;
}

/** What follows the Fully Funded mark, by testing status. */
export function fullyFundedMark(state: TestState): string {
  if (state.test_ended_on) return `${FULLY_FUNDED_MARK} • ${TEST_ENDED}`;
  const testingStatus = state.testing_status;
  if (testingStatus === 'Tested') return `${FULLY_FUNDED_MARK} • Tested!`;
  if (testingStatus === 'Testing in Progress') return `${FULLY_FUNDED_MARK} • Testing in Progress`;
  return FULLY_FUNDED_MARK;
}
