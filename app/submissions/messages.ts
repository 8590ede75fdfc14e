import { formatCents, formatDollars } from '#app/kit/money.ts';
import { NUMBERS } from '#app/kit/numbers.ts';
import type { TestPanel } from '#app/toxicology/panels/panel.ts';
import { panels, priceOf } from '#app/toxicology/panels/panels.ts';

const least = formatDollars(NUMBERS.submissionMinDollars);
const most = (panel: TestPanel) => formatCents(priceOf(panel).targetCents);

/** The sentences that adding a product says; of a panel, what it is to be tested for. */

export const AMOUNT_ADJUSTED = `Amount automatically adjusted to minimum ${least}`;
export const amountTooHigh = (panel: TestPanel = panels[0]) =>
  `Amount cannot exceed ${most(panel)}`;
export const amountOutOfRange = (panel: TestPanel = panels[0]) =>
  `Contribution amount must be between ${least} and ${most(panel)}`;
export const amountHint = (panel: TestPanel = panels[0]) =>
  `Whole dollars, ${least} to ${most(panel)}.`;
export const WHOLE_DOLLARS_ONLY = 'Whole dollars only.';
export const NAME_MISSING = 'Enter the name of the product.';
export const NAME_TOO_LONG = 'A name can be at most 200 characters long.';
export const NAME_RESERVED = 'Names with [TEST] are kept for demonstrations.';
export const URL_MISSING = 'Enter a link to a store’s page for the product.';
export const URL_TOO_LONG = 'A link can be at most 2,000 characters long.';
export const URL_INVALID = 'This is not a web address.';
export const IS_SEARCH =
  'This is a search or a list of products. Enter the page of this one product at a store.';
export const IS_VIDEO = 'This is a video. Enter a store’s page for the product.';
export const IS_SOCIAL = 'This is a social network. Enter a store’s page for the product.';
export const IS_NO_SHOP = 'This is not a store. Enter a store’s page for the product.';
export const IS_FRONT_PAGE = 'This is a store’s front page. Enter its page for this one product.';
export const IS_ABROAD =
  'This store is outside the United States. Enter the page of a store where people in the United States can buy it.';
export const notTestedHere = ({ key, inSentence }: TestPanel = panels[0]) =>
  `We test food and other everyday products for ${key === 'plastics' ? 'plastic chemicals' : inSentence}, and cannot have this one tested.`;
export const UPC_INVALID =
  'Enter the 8, 12, 13, or 14 digits printed under the barcode, or leave it empty.';
export const COMMENTS_TOO_LONG = 'Comments can be at most 2,000 characters long.';
export const SERVING_INVALID = 'Enter grams as a number above 0, or leave it empty.';
export const SUBMISSION_INVALID = 'Each submission needs its submissionData.';

export const SHOP_UNKNOWN = 'We don’t know this store, so brand and category stay Unknown.';

export const SUBMIT_FAILED = 'Failed to submit product. Please try again.';
export const UNREACHABLE_BUT_SAVED =
  'The site could not be reached. Nothing was charged, and what you entered is saved. Please check your network connection and try again.';

export const ANOTHER = 'Mine is another product of the same name.';

export const alreadyListed = (name: string) =>
  `${name} is already on the list. You can fund it instead.`;
export const alreadyFunded = (name: string) => `${name} is already on the list and fully funded.`;
export const alreadyTested = (name: string) =>
  `${name} has been tested already. You can read its results.`;
export const wasRemoved = (name: string) =>
  `${name} was taken off the list and cannot be submitted again.`;
