import { REFUND_DAYS } from '#app/kit/facts.ts';
import { formatDollars } from '#app/kit/money.ts';
import { NUMBERS } from '#app/kit/numbers.ts';
import { isVoid } from '#app/http/ask.ts';

const [least, most] = [NUMBERS.donationDollars.min, NUMBERS.donationDollars.max].map(formatDollars);

/** The sentences that donations' screens and calls say. */

export const MONTHLY_MINIMUM = `Minimum monthly amount is ${least}`;
export const MONTHLY_MAXIMUM = `Maximum monthly amount is ${most}`;
export const DONATION_NOT_WHOLE = 'A donation must be a whole number of dollars';
export const DONATION_MINIMUM = `Minimum donation is ${least}`;
export const DONATION_MAXIMUM = `Maximum donation is ${most}`;

export const PURPOSE_PROJECT = 'The project';
export const PURPOSE_CLOSEST = 'Whatever is closest to its goal';
export const PURPOSE_LABEL = 'What each month is for';
export const PURPOSE_LABEL_ONCE = 'What it is for';
export const PURPOSE_HINT = `What is closest is chosen when you pay: what your gift completes first, then the next. What goes to a product is a contribution, refunded automatically unless it pays for a test within ${REFUND_DAYS} days. What fits nowhere is a donation to the project.`;
export const CHANGE = 'Change it';
export const CHANGING = 'Changing…';
export const PURPOSE_UNKNOWN = 'A gift cannot be for this. Please choose something else.';
export const NO_SUCH_DONATION = 'There is no such monthly donation under your address.';
export const PURPOSE_FAILED =
  'We got no answer, so we can’t tell whether it was changed. Please look at your monthly donations again.';
export const PURPOSE_CHANGED = 'Changed, starting with your next payment.';

export const CHECKOUT_FAILED = 'Failed to start checkout';
export const SITE_UNREACHABLE =
  'The site could not be reached. Nothing was charged. Please check your network connection and try again.';

export const PORTAL_FAILED = 'Failed to create portal session';
export const PORTAL_REFUSED =
  'This does not open a monthly donation. Request a link by email on the donation page.';
export const OPENING = 'Opening…';

export const LINK_SENT =
  'An email is on its way. If a monthly donation belongs to this address, it brings a link to manage it, which works for 10 minutes.';
export const LINK_FAILED = 'The link could not be requested. Please try again.';
export const LINK_INVALID =
  'This link is not valid or has expired. Links work for 10 minutes. Request a new one below.';
export const DONATIONS_FAILED = 'Your monthly donations could not be loaded. Please try again.';

/** What to say where no donations came; what the link itself is no longer good for has one sentence. */
export const donationsFailed = (text?: string, status?: number): string =>
  isVoid(status) ? LINK_INVALID : (text ?? DONATIONS_FAILED);

export const ADDRESS_COPIED = 'Address copied';
export const COPYING_FAILED =
  'Copying failed. The address is selected, so you can copy it by hand.';
