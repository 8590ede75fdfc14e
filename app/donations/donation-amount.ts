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

type DonationAmount = { ok: true; dollars: number } | { ok: false; error: string };

/**
 * Reads the amount of a donation: a number of dollars within the bounds. A monthly one is floored
 * to whole dollars; a one-time donation has to be whole already.
 */
export function readDonationAmount(asked: unknown, rhythm: Rhythm): DonationAmount {
  const isNumber = typeof asked === 'number' && !Number.isNaN(asked);
  if (rhythm === 'monthly') {
    if (!isNumber || Math.floor(asked) < MIN_DOLLARS) return refused(messages.MONTHLY_MINIMUM);
    if (Math.floor(asked) > MAX_DOLLARS) return refused(messages.MONTHLY_MAXIMUM);
    return { ok: true, dollars: Math.floor(asked) };
  }
  if (!isNumber || !Number.isInteger(asked)) return refused(messages.DONATION_NOT_WHOLE);
  if (asked < MIN_DOLLARS) return refused(messages.DONATION_MINIMUM);
  if (asked > MAX_DOLLARS) return refused(messages.DONATION_MAXIMUM);
  return { ok: true, dollars: asked };
}

function refused(error: string): DonationAmount {
  return { ok: false, error };
}

/** What the button reads: "DONATE $20 MONTHLY", without an amount where none is typed. */
export function donateLabel(text: string, rhythm: Rhythm): string {
  const number = typedDollars(text);
  const dollars = rhythm === 'monthly' ? Math.floor(number) : number;
  const amount = Number.isNaN(dollars) ? '' : ` $${dollars.toLocaleString('en-US')}`;
  return `DONATE${amount}${rhythm === 'monthly' ? ' MONTHLY' : ''}`;
}
