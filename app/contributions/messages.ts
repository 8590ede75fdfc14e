/** The sentences of the lookup's screens and calls. */

import { isMonthly } from '#app/funding/order.ts';
import { formatCents } from '#app/kit/money.ts';

export const SENDING_FAILED = 'Failed to send verification code';
export const VERIFYING_BROKE = 'Verification process failed';
export const CODE_INVALID = 'Invalid or expired verification code';
export const FETCHING_FAILED = 'Failed to fetch contributions';
export const VERIFYING_FAILED = 'Verification failed';
export const NO_CONTRIBUTIONS = 'No contributions found for this email.';

export const CODE_SENT =
  'An email is on its way. If anything is stored under this address, it brings a code, which works for 30 minutes, in this browser.';
export const NOT_SIGNED_IN =
  'Please request a code by email first. This list stays open for 30 minutes at a time.';
export const NOT_YOURS = 'There is no such contribution under your address.';

export const REASON_TOO_LONG = 'The reason can be at most 1,000 characters long.';
/** Why a refund cannot be asked for. */
export const REQUEST_REFUSALS = {
  not_paid: 'This contribution has been refunded already, or its refund is on its way.',
  testing_begun:
    'The first sample of this product has been bought, so it can no longer be refunded.',
  disputed:
    'This payment is disputed with your bank, so nothing is refunded until that is decided.',
  asked_already: 'You have already asked for this. An administrator will decide.',
} as const;

export const OTHER_EMAIL = 'This is not the address whose data is shown. Nothing was erased.';
export const MONEY_UNDER_WAY =
  'One of your payments is still in progress. Nothing was erased. Please try again once it has gone through.';
export const PROVIDER_NOT_ASKED =
  'We couldn’t check with the payment provider about your monthly donation or a payment in progress, so nothing was erased. Please try again in a few minutes.';
export const ERASED = 'Everything stored under your address has been erased.';

/** What a move of a contribution has brought about. */
export function moved(to: { name: string } | 'project' | 'refund', cents: number): string {
  const amount = formatCents(cents);
  if (to === 'refund') {
    return `${amount} goes back to the card you paid with. Banks take 5 to 10 business days.`;
  }
  return to === 'project'
    ? `${amount} is now a donation to the project. Thank you.`
    : `${amount} is now with ${to.name}.`;
}

export const NUMBER_MISSING =
  'Type words of a product’s name, its brand, or its number, or paste its address.';
/** Of a search that found more than are shown. */
export const moreFound = (shown: number, total: number) =>
  `The first ${shown} of ${total} that match are among the choices. Type more of the name to see others.`;

/** What to say where a contribution to be moved could not be read. */
export function offerFailed(text?: string, status?: number): string {
  return text && status !== undefined && status < 500 ? text : FETCHING_FAILED;
}

/** What the screens say by themselves. */
export const LOADING = 'Loading your contributions…';
export const SESSION_OVER =
  'The list closed automatically after 30 minutes. Ask for a new code to open it again.';
export const CLOSED = 'The list is closed. Nobody can open it on this computer without a new code.';
export const CLOSING_FAILED = 'The list could not be closed. Please try again.';
export const ASKING_FAILED = 'The refund could not be requested. Please try again.';
export const ERASING_FAILED =
  'We got no answer, so we can’t tell whether anything was erased. Please look up your contributions again.';
export const RECEIPT_FAILED = 'The receipt could not be loaded. Please try again.';

/** What to say where no receipt came. */
export function receiptFailed(_: string | undefined, status?: number): string {
  if (status === 401) return NOT_SIGNED_IN;
  // What could not be the name of any contribution is refused before it is looked for.
  return status === 404 || status === 400 ? NOT_YOURS : RECEIPT_FAILED;
}

/** What a receipt is headed, on paper and in email; by the kind of its order, and what it funded. */
export function receiptTitle(kind: string, isForProducts: boolean): string {
  if (kind === 'donation') {
    return isForProducts ? 'Receipt for your gift' : 'Receipt for your donation';
  }
  if (!isMonthly(kind)) return 'Receipt for your contribution';
  return isForProducts ? 'Receipt for your monthly gift' : 'Receipt for your monthly donation';
}
