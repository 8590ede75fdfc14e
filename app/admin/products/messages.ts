import { formatCents } from '#app/kit/money.ts';
import { counted, listed } from '#app/kit/text.ts';
import { MIN_SIDE_PX } from '#app/pictures/image-limits.ts';

/** The sentences of the administrators' pages of products. */

export const NO_SUCH_PRODUCT = 'There is no such product.';
export const MERGED_AWAY = 'This product was merged into another. Change that one.';
export const MENDING = 'Not saved yet. See the fields below.';
export const LOOK_LEAD =
  'A visitor added this product. Until one of us has reviewed it, its page and card say “Not yet reviewed,” and search engines are asked not to list it. It can be funded in the meantime.';
export const LOOKED = 'Saved. It is now listed like any other product.';
export const SURE_NEEDED = 'Check the box to confirm.';
export const REMOVED_ALREADY = 'It is already off the list.';

export const NO_PHOTO_CHOSEN = 'Choose a file first.';
export const NO_SUCH_PHOTO = 'This photo has been decided on, or it was deleted.';
export const photosRefused = (count: number) =>
  `${counted(count, 'photo has', 'photos have')} been deleted.`;
export const PICTURED_BY_NOW =
  'The product has another picture by now. Look at both, then choose again.';
export const CROP_NUMBERS = `Whole pixels within the photo. The part must be at least ${MIN_SIDE_PX} by ${MIN_SIDE_PX}.`;

/** Which products are looked for, by the word in an address. */
export const PRODUCT_STATES = {
  all: 'All',
  listed: 'On the list',
  hidden: 'Hidden',
  removed: 'Taken off the list',
  merged: 'Merged into another',
  demo: 'Demonstrations',
  'no-picture': 'On the list without a picture, and tested ones',
};
export type ProductState = keyof typeof PRODUCT_STATES;

/** Why a product cannot be merged, by the reason that funding gives. */
export const MERGE_REFUSALS = {
  unknown: NO_SUCH_PRODUCT,
  same: 'A product cannot be merged into itself.',
  demo: 'Demonstration products cannot be merged.',
  removed: REMOVED_ALREADY,
  survivor_removed: 'The product to keep is off the list.',
  other_test:
    'The two are not tested for the same, or not in the same round. Merge the tests of one panel into each other.',
  others_first:
    'The product to keep has another of its tests too, or PlasticList did that one. Merge it first, or merge the other way round.',
  testing_begun:
    'Its first sample has been bought, and its money is being spent. Merge the other one into it.',
  being_paid_for:
    'Someone is paying for it right now. Hide it so that nobody else starts, and merge once those checkouts have ended.',
  survivor_being_paid_for:
    'Someone is paying for the product to keep right now. If you merged now and they did not pay, money it needs would be refunded. Hide it so that nobody else starts, and merge once those checkouts have ended.',
  overtaken: 'Money came to it while it was being merged. Please try again.',
} as const;

/** What the page says after something was done, by the word in its address. */
export const DONE: Record<string, string> = {
  saved: 'Saved.',
  unchanged: 'Nothing was changed. It already says this.',
  hidden: 'Hidden.',
  shown: 'Shown again.',
  looked: LOOKED,
  removed: 'Taken off the list. Contributions to it are being refunded.',
  merged: 'Merged.',
  photo: 'The photo is in place.',
  cropped: 'Cropped.',
  'photo-removed': 'The uploaded photo has been removed.',
};

/** What merging would do; `too`: other tests of the duplicate's item that it would leave. */
export function mergePreview(movedCents: number, excessCents: number, too: number[] = []): string {
  const moves = `${formatCents(movedCents)} would move`;
  const others = too.length > 0 ? ` Merge these too: ${listed(too.map(String))}.` : '';
  return excessCents === 0
    ? `${moves}.${others}`
    : `${moves}, and ${formatCents(excessCents)} would be refunded to those who gave last, because it needs no more.${others}`;
}
