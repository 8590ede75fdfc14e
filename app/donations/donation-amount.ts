import * as messages from './messages.ts';
import { typedDollars } from '#app/kit/money.ts';
import { NUMBERS } from '#app/kit/numbers.ts';

/** Of a monthly donation, in whole dollars; the one-time donation has the same bounds. */
export const {
  usual: DEFAULT_DOLLARS,
  min: MIN_DOLLARS,
  max: MAX_DOLLARS,
} = NUMBERS.donationDollars;

export type Rhythm = 'monthly' | 'once';

/** The calls that open a donation's checkout. */
export const CHECKOUT_CALLS = {
  monthly: 'post /api/create-subscription-checkout',
  once: 'post /api/create-donation-checkout',
} as const;

/**
 * Reads the amount of a donation: whole dollars within the bounds, or the sentence why it is none. A
 * monthly one is floored; a one-time donation has to be whole already.
 */
export function readDonationAmount(asked: unknown, rhythm: Rhythm): number | string {
  const isNumber = typeof asked === 'number' && !Number.isNaN(asked);
  if (rhythm === 'monthly') {
    if (!isNumber || Math.floor(asked) < MIN_DOLLARS) return messages.MONTHLY_MINIMUM;
    return Math.floor(asked) > MAX_DOLLARS ? messages.MONTHLY_MAXIMUM : Math.floor(asked);
  }
  if (!isNumber || !Number.isInteger(asked)) return messages.DONATION_NOT_WHOLE;
  if (asked < MIN_DOLLARS) return messages.DONATION_MINIMUM;
  return asked > MAX_DOLLARS ? messages.DONATION_MAXIMUM : asked;
}

/** What the button reads: "DONATE $20 MONTHLY", without an amount where none is typed. */
export function donateLabel(text: string, rhythm: Rhythm): string {
  const number = typedDollars(text);
  const dollars = rhythm === 'monthly' ? Math.floor(number) : number;
  const amount = Number.isNaN(dollars) ? '' : ` $${dollars.toLocaleString('en-US')}`;
  return `DONATE${amount}${rhythm === 'monthly' ? ' MONTHLY' : ''}`;
}
