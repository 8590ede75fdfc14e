import { formatCents } from '#app/kit/money.ts';
import { counted } from '#app/kit/text.ts';
import { MIN_SIDE_PX } from '#app/pictures/image-limits.ts';

/** The sentences of the administrators' pages of products. */

export const NO_SUCH_PRODUCT = 'There is no such product.';
export const NOTHING_CHANGED = 'Nothing was changed. It already says this.';
export const OVERTAKEN =
  'Someone else has changed this product since you opened the form. What you typed is still below. Compare it with the current values, then save again or reload.';
export const MERGED_AWAY = 'This product was merged into another. Change that one.';
export const MENDING = 'Not saved yet. See the fields below.';
export const CHANGES_NOTHING_GIVEN =
  'Changing these fields does not change the product’s code or its contributions.';
export const HIDE_LEAD =
  'A hidden product is not in lists or search, its page says so, and no new checkout can include it. Contributions stay, and anyone already paying can finish.';
export const SHOW_LEAD = 'It is hidden. Once shown again, it can be found and funded as before.';
export const LOOK_LEAD =
  'A visitor added this product. Until one of us has reviewed it, its page and card say “Not yet reviewed,” and search engines are asked not to list it. It can be funded in the meantime.';
export const LOOKED = 'Saved. It is now listed like any other product.';
export const NOTHING_TO_LOOK_AT = 'Every product that visitors added has been reviewed.';
export const NO_WISHES = 'Nobody who signed up on the home page has searched for anything yet.';
export const WISHES_LEAD =
  'What people were searching for when they signed up for updates on the home page, most frequent first.';
export const REMOVE_LEAD =
  'Takes it off the list permanently and refunds every contribution; Stripe keeps its fees. Not possible once testing has begun.';
export const MERGE_LEAD =
  'For a product that is listed twice. Everything it has moves to the other entry, and its address leads there. This cannot be undone.';
export const SURE_NEEDED = 'Check the box to confirm.';
export const SURVIVOR_NEEDED = 'Enter the code of the product to keep.';
export const REMOVED_ALREADY = 'It is already off the list.';
export const TESTING_HAS_BEGUN = 'Testing has begun, so nothing given to it can be refunded.';
export const NOT_HIDDEN = 'It is permanently off the list, so it can’t be hidden or shown.';

export const NO_PHOTO_CHOSEN = 'Choose a file first.';
export const PHOTO_CHANGED =
  'The photo has since been replaced. Look at the new one, then choose the part again.';
export const NO_PHOTO = 'There is no photo to crop.';
export const NO_UPLOAD = 'No photo was uploaded for this product.';
export const PHOTO_BUSY = 'Several photos are being processed. Please try again in a moment.';
export const CROP_NUMBERS = `Whole pixels within the photo. The part must be at least ${MIN_SIDE_PX} by ${MIN_SIDE_PX}.`;
export const UPLOAD_HINT =
  'JPEG, PNG, WebP, or AVIF, up to 10 MB and 40 million pixels. It is rotated upright and re-encoded. Camera data, including location, is removed.';

/** Why a file was not taken. */
export function notTaken(why: string): string {
  return `This file was not accepted: ${why}.`;
}

/** The page of a shop that is another product's. */
export function samePage(productId: number): string {
  return `That page belongs to product ${productId}. If they are the same product, merge them.`;
}

/** The barcode of another product. */
export function sameBarcode(productId: number): string {
  return `Product ${productId} already has that barcode. If they are the same product, merge them.`;
}

/** Results are published for this serving, in grams, or without one. */
export function publishedServing(servingG: number | null): string {
  const published = servingG === null ? 'without a serving size' : `for ${servingG} g`;
  return `Its results are published ${published}. Publish a correction instead.`;
}

/** Why a product cannot be merged, by the reason that funding gives. */
export const MERGE_REFUSALS = {
  unknown: NO_SUCH_PRODUCT,
  same: 'A product cannot be merged into itself.',
  demo: 'Demonstration products cannot be merged.',
  removed: REMOVED_ALREADY,
  survivor_removed: 'The product to keep is off the list.',
  testing_begun:
    'Its testing has begun, and its money is being spent. Merge the other one into it.',
  being_paid_for:
    'Someone is paying for it right now. Hide it so that nobody else starts, and merge once those checkouts have ended.',
  survivor_being_paid_for:
    'Someone is paying for the product to keep right now. If you merged now and they did not pay, money it needs would be refunded. Hide it so that nobody else starts, and merge once those checkouts have ended.',
  overtaken: 'Money came to it while it was being merged. Please try again.',
} as const;

/** What the page says after something was done, by the word in its address. */
export const DONE: Record<string, string> = {
  saved: 'Saved.',
  unchanged: NOTHING_CHANGED,
  hidden: 'Hidden.',
  shown: 'Shown again.',
  looked: LOOKED,
  removed: 'Taken off the list. Contributions to it are being refunded.',
  merged: 'Merged.',
  photo: 'The photo is in place.',
  cropped: 'Cropped.',
  'photo-removed': 'The uploaded photo has been removed.',
};

/** What merging would do. */
export function mergePreview(movedCents: number, excessCents: number): string {
  const moves = `${formatCents(movedCents)} would move`;
  return excessCents === 0
    ? `${moves}.`
    : `${moves}, and ${formatCents(excessCents)} would be refunded to those who gave last, because it needs no more.`;
}

/** Why a merge was not done: it would do something else than what was looked at. */
export function mergeChanged(movedCents: number, excessCents: number): string {
  return `Something changed since you looked: now ${mergePreview(movedCents, excessCents)} Nothing was merged. Look again below, and check the box again to confirm.`;
}

/** Why nothing was taken off the list or closed: another sum would go back than was looked at. */
export function refundChanged(cents: number, contributors: number): string {
  return `Something changed since you looked: now ${formatCents(cents)} would be refunded to ${counted(contributors, 'contributor')}. Nothing was done. Look again below, and check the box again to confirm.`;
}
