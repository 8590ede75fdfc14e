import { formatCents } from '#app/kit/money.ts';
import { MIN_SIDE_PX } from '#app/platform/images/image-limits.ts';

/** The sentences of the administrators' pages of products. */

export const NO_SUCH_PRODUCT = 'There is no such product.';
export const NOTHING_CHANGED = 'Nothing was changed: it all stood like this.';
export const OVERTAKEN =
  'Somebody else has changed this product since you opened the form. What you typed still stands below; look at what it is now, then save again or reload.';
export const MERGED_AWAY = 'This product was merged into another: change that one.';
export const MENDING = 'Not saved yet: see the fields below.';
export const CHANGES_NOTHING_GIVEN =
  'Changing what is written here changes neither the code nor what was given.';
export const HIDE_LEAD =
  'Hidden, it is in no list and no search, its page says so, and no new checkout takes it. What was given stays, and who is paying already can finish.';
export const SHOW_LEAD = 'It is hidden. Shown again, it can be found and funded as before.';
export const LOOK_LEAD =
  'A visitor added this product. Until one of us has looked at it, its page and card say “Not yet reviewed”, and search engines are asked not to list it. It can be funded in the meantime.';
export const LOOKED = 'Noted. It is now listed like any other product.';
export const NOTHING_TO_LOOK_AT = 'Every product that visitors added has been looked at.';
export const NO_WISHES = 'Nobody who signed up on the home page has searched for anything yet.';
export const WISHES_LEAD =
  'What people were searching for when they signed up for updates on the home page, most frequent first.';
export const REMOVE_LEAD =
  'Takes it off the list for good and sends every contribution back. Not once testing has begun.';
export const MERGE_LEAD =
  'If it stands on the list twice: everything it has goes to the other one, and its address leads there. This is never undone.';
export const SURE_NEEDED = 'Tick the box to say that you mean it.';
export const SURVIVOR_NEEDED = 'Enter the code of the product that stays.';
export const REMOVED_ALREADY = 'It is off the list already.';
export const TESTING_BEGUN = 'Testing has begun, so nothing given to it can be refunded.';
export const NOT_HIDDEN = 'It is off the list for good: it can be neither hidden nor shown.';

export const NO_FILE = 'Choose a file first.';
export const PHOTO_CHANGED =
  'The photo has been replaced since. Look at the new one, then choose the part again.';
export const NO_PHOTO = 'There is no photo to cut.';
export const NO_UPLOAD = 'No photo was uploaded for this product.';
export const PHOTO_BUSY = 'Several photos are being worked on. Please try again in a moment.';
export const CROP_NUMBERS = `Whole pixels within the photo; the part must be at least ${MIN_SIDE_PX} by ${MIN_SIDE_PX}.`;
export const UPLOAD_HINT =
  'JPEG, PNG, WebP or AVIF of at most 10 MB and 40 million pixels. It is turned upright and encoded anew; what the camera noted, its place included, is dropped.';

/** Why a file was not taken. */
export function notTaken(why: string): string {
  return `This file is not taken: ${why}.`;
}

/** The page of a shop that is another product's. */
export function samePage(productId: number): string {
  return `That page is product ${productId}’s. If the two are one, merge them.`;
}

/** The barcode of another product. */
export function sameBarcode(productId: number): string {
  return `Product ${productId} already has that barcode. If they are the same product, merge them.`;
}

/** Results are published for this serving, in grams, or without one. */
export function publishedServing(servingG: number | null): string {
  const published = servingG === null ? 'without a serving size' : `for ${servingG} g`;
  return `Its results are published ${published}: publish a correction instead.`;
}

/** Why a product cannot be merged, by the reason that funding gives. */
export const MERGE_REFUSALS = {
  unknown: NO_SUCH_PRODUCT,
  same: 'A product cannot be merged into itself.',
  demo: 'Demonstrations are not merged.',
  removed: REMOVED_ALREADY,
  survivor_removed: 'The product that is to stay is off the list.',
  testing_begun: 'Testing of it has begun: its money is spent on it. Merge the other one into it.',
  being_paid_for:
    'Somebody is paying for it at this moment. Hide it, so that nobody begins anew, and merge once those checkouts have ended.',
  survivor_being_paid_for:
    'Somebody is paying for the product that stays at this moment: merged now, money would go back that it needs if they do not pay. Hide it, so that nobody begins anew, and merge once those checkouts have ended.',
  overtaken: 'Money came to it while it was being merged. Please try again.',
} as const;

/** What the page says after something was done, by the word in its address. */
export const DONE: Record<string, string> = {
  saved: 'Saved.',
  unchanged: NOTHING_CHANGED,
  hidden: 'Hidden.',
  shown: 'Shown again.',
  looked: LOOKED,
  removed: 'Taken off the list. What was given to it goes back.',
  merged: 'Merged.',
  photo: 'The photo is in place.',
  cropped: 'Cut out.',
  'photo-removed': 'The uploaded photo is gone.',
};

/** What merging would do. */
export function mergePreview(movedCents: number, excessCents: number): string {
  const moves = `${formatCents(movedCents)} would move`;
  return excessCents === 0
    ? `${moves}.`
    : `${moves}; ${formatCents(excessCents)} would go back to those who gave last, as it needs no more.`;
}

/** Why a merge was not done: it would do something else than what was looked at. */
export function mergeChanged(movedCents: number, excessCents: number): string {
  return `Something changed since you looked: now ${mergePreview(movedCents, excessCents)} Nothing was merged. Look again below, and tick the box once more if you mean it.`;
}
