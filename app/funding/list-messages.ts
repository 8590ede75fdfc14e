/** What the funding list says of itself wherever it stands; the rest of funding's is loaded with a commit. */

import { listed, ordinal } from '#app/kit/text.ts';

/** How many products a funding list holds. */
export const FUNDING_LIST_MAX_ITEMS = 100;
export const COMMIT_UNREACHABLE =
  'The site could not be reached. Nothing was charged, and your list is saved. Please check your network connection and try again.';
export const PANEL_TITLE = 'FUNDING LIST';
export const LIST_EMPTY_ON_PANEL =
  'Nothing here yet. Scroll to find a product and add a few dollars to it, or add a product.';
export const LIST_EMPTY_ELSEWHERE =
  'Nothing here yet. Find products to fund on the home page, or add a product.';
export const LIST_NEEDS_JAVASCRIPT =
  'Your funding list is stored in this browser. Turn on JavaScript to see it and to pay.';
export const COVERS_NEED = 'Completes the goal';
/** "Completes the second sample", by their places; nothing of none. */
export function completes(samples: number[]): string {
  if (samples.length === 0) return '';
  return `Completes the ${listed(samples.map(ordinal))} ${samples.length === 1 ? 'sample' : 'samples'}`;
}
export const FUNDED_BY_OTHERS = 'Fully funded by others';
