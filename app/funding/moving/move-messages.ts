import { formatCents } from '#app/kit/money.ts';

/** Why a contribution cannot be moved, in sentences that end so: nothing was. */

const NOTHING_MOVED = 'Nothing was moved.';

export const NO_SUCH_CONTRIBUTION = 'There is no such contribution under your address.';
export const MOVE_LINK_UNKNOWN =
  'This link is not valid anymore. Look up your contributions to move one.';
export const LINK_USED = `This link has been used already. ${NOTHING_MOVED} Look up your contributions to move it again.`;
export const NOT_PAID = `This contribution has been refunded already, or its refund is on its way. ${NOTHING_MOVED}`;
export const DISPUTED = `This payment is disputed with your bank. ${NOTHING_MOVED} It can be moved once that is decided.`;
export const IS_DONATION = `This is a donation to the project. ${NOTHING_MOVED}`;
export const ASKED_BACK = `You have asked for a refund of this, and an administrator will decide. ${NOTHING_MOVED}`;
export const NOT_AGAIN = `You have accepted a new date for this before, which can be done once. ${NOTHING_MOVED}`;
export const NUMBER_UNKNOWN = `There is no product of this number. ${NOTHING_MOVED}`;
export const NONE_FOUND = `We found no product that could take it. ${NOTHING_MOVED} Please try other words, or its number.`;
export const CHOOSE_PLACE = `Please choose where it should go. ${NOTHING_MOVED}`;
export const REFUND_BY_REQUEST = `This contribution does not go back within the next weeks, so a refund has to be requested under “View contributions”. ${NOTHING_MOVED}`;

export const testingBegun = (name: string) =>
  `The first sample of ${name} has been bought, so what was given to it can no longer be moved or refunded.`;

export const isThere = (name: string) =>
  `Your contribution is with ${name} already. ${NOTHING_MOVED}`;

/** `why` is a sentence of the funding list's, which says why nobody can give to the product. */
export const cannotTake = (why: string) => `${why} ${NOTHING_MOVED}`;

export const isMerged = (name: string, survivor: string) =>
  `${name} was listed twice and has been merged into ${survivor}.`;

/** It was shown as taking more. */
export const takesLess = (name: string, cents: number) =>
  `${name} needs less by now: it can take ${formatCents(cents)}. ${NOTHING_MOVED}`;

/** It was shown as it stood before a part of it moved, say. */
export const OTHER_AMOUNT = `Your contribution has changed since this page was opened. ${NOTHING_MOVED}`;
