/** The sentences that funding's screens and calls say. */

import { FUNDING_LIST_MAX_ITEMS } from './list-messages.ts';
import { formatCents, formatDollars, FULL_FUNDING_DOLLARS } from '#app/kit/money.ts';

export const ALL_FULLY_FUNDED =
  'All items in your cart have been fully funded by others. Please select different products.';

export const someRemoved = (names: string[]) =>
  `Some items were removed as they've been fully funded: ${names.join(', ')}`;
export const beingPaidFor = (name: string) =>
  `${name} is being paid for by someone else right now. Please try again in half an hour, or select a different product.`;
export const fullyFunded = (name: string) => `${name} has been fully funded.`;
export const notAvailable = (name: string) => `${name} is no longer in the catalog.`;
export const hidden = (name: string) =>
  `${name} is hidden while we look into it and cannot be funded right now.`;
/** A duplicate; `address` leads to the product that it was put together with. */
export const mergedAway = (name: string, survivor: string, address: string) =>
  `${name} was listed twice and has been merged into ${survivor}. Add that one instead, at ${address}.`;
export const notForFunding = (name: string) => `${name} is a demonstration and cannot be funded.`;
export const lessIsNeeded = (name: string, dollars: number) =>
  `${name} can take only ${formatDollars(dollars)} right now.`;
/** Where a little less was asked for: the rest would be below a dollar, and nobody could pay it. */
export const allIsNeeded = (name: string, dollars: number) =>
  `${name} needs ${formatDollars(dollars)} to reach its goal. A smaller amount would leave less than $1 to raise.`;
/** Where an amount with cents was asked for that is not what the product needs. */
export function wholeDollars(name: string, { fromDollars, toDollars }: Changed): string {
  const [from, to] = [formatDollars(fromDollars), formatDollars(toDollars)];
  return `${name} takes whole dollars or exactly what it still needs, so ${from} would become ${to}.`;
}

/** What is said of an amount that cannot be what was asked for. */
export function amountIs(name: string, changed: Changed): string {
  const { fromDollars, toDollars } = changed;
  const wholePart = Math.max(1, Math.floor(fromDollars));
  const isCut = !Number.isInteger(fromDollars) && toDollars === wholePart;
  if (isCut) return wholeDollars(name, changed);
  return (toDollars > fromDollars ? allIsNeeded : lessIsNeeded)(name, toDollars);
}

interface Changed {
  fromDollars: number;
  toDollars: number;
}

/** What of a long list one payment takes: the rest is for another. */
export function onePaymentTakes({ lines, cents }: { lines: number; cents: number }): string {
  const products = lines === 1 ? '1 product' : `${lines} products`;
  return `One payment can take up to ${products} and ${formatCents(cents)} right now. The rest stays on your list for a second payment.`;
}

export const CART_EMPTY = 'Your funding list is empty.';
export const CART_TOO_LONG = `A funding list can hold at most ${FUNDING_LIST_MAX_ITEMS} products.`;
export const AMOUNT_NOT_WHOLE = `Each amount must be a whole number of dollars from 1 to ${FULL_FUNDING_DOLLARS.toLocaleString('en-US')}.`;
export const PAYMENT_TOO_SMALL =
  'A card payment must be at least $0.50. Please add another product to your list.';
export const PRODUCT_REPEATED = 'A product can be on the funding list only once.';
export const PRODUCT_ID_INVALID = 'Each item needs the productId of a product.';
export const CHECKOUT_BEING_STARTED =
  'Another checkout is already starting in this browser. Please try again.';
export const tooManyCheckouts = (wait: string) =>
  `Too many checkouts were started. Please try again in ${wait}.`;
export const tooManyOpen = (wait: string) =>
  `Too many checkouts from your network are unfinished. Finish one of them, or try again in ${wait}.`;
export const PROVIDER_UNREACHABLE =
  'The payment provider cannot be reached. Nothing was charged. Please try again.';
export const PROVIDER_REFUSED =
  'The payment provider did not accept this checkout. Nothing was charged. Please try again.';

export const CANCEL_NOT_VISITED =
  'Opening this address cancels a checkout, so it can’t be loaded ahead of time.';

export const STRIPE_FAILED = 'Failed to initialize Stripe';
export const COMMIT_FAILED =
  'The checkout could not be opened. Nothing was charged, and your list is saved. Please try again.';
export const PAY_FOR_THESE_FIRST = 'Do you want to pay for these first?';
export const PROCEED_WITH_REST = 'Do you want to proceed with the rest?';
export const PROCEED_WITH_LESS = 'Do you want to proceed with these amounts?';

export const LOADING_LIST = 'Loading your funding list…';
export const STILL_NEEDED = 'still needed';
export const WHOLE_DOLLARS = 'Whole dollars, at least $1.';

export const atMost = (dollars: number) => `It needs only ${formatDollars(dollars)} more.`;
export const noLessThan = (dollars: number) =>
  `It needs ${formatDollars(dollars)}. A smaller amount would leave less than $1 to raise.`;
/** Said of a checkout that was left by its way back, and of what the browser still keeps. */
export const NOT_CHARGED = 'You were not charged.';
export const LIST_STILL_HERE = 'Your list is still here.';
