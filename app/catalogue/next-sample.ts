import { isPastFunding, remainingDollars } from './product.ts';
import type { Product } from './product-schema.ts';
import { counted } from '#app/kit/text.ts';

/** The most, in dollars, that is offered as the last of a goal, and the gift that words count in. */
const LAST_DOLLARS_MAX = 100;
const GIFT_DOLLARS = 20;

type Standing = Pick<
  Product,
  | 'current_amount'
  | 'reserved_amount'
  | 'target_amount'
  | 'levels'
  | 'testing_status'
  | 'removed_reason'
>;

/** How many samples an amount pays for, of a product's `levels`; amounts in cents. */
export function samplesPaid(cents: number, targetCents: number, levels: number): number {
  return Math.floor((cents * levels) / targetCents);
}

/**
 * Dollars that would complete a goal beside what is listed and in checkout, to the cent; 0 where that
 * is more than a last gift, or nothing. Cents that a checkout under way may take are left out.
 */
export function lastDollars(product: Standing, listedDollars: number): number {
  const { reserved_amount } = product;
  const open =
    Math.round((remainingDollars(product) - reserved_amount - listedDollars) * 100) / 100;
  if (open <= 0 || open > LAST_DOLLARS_MAX) return 0;
  return reserved_amount > 0 ? Math.floor(open) : open;
}

/** "12 more gifts of $20 buy the next sample."; null near the goal, and where nothing can be given. */
export function giftsText(product: Standing): string | null {
  const { current_amount, reserved_amount, levels, testing_status, removed_reason } = product;
  const target = Math.round(product.target_amount * 100);
  const stands = Math.round((current_amount + reserved_amount) * 100);
  if (removed_reason || isPastFunding(testing_status)) return null;
  if (target - stands <= LAST_DOLLARS_MAX * 100) return null;
  const next = samplesPaid(stands, target, levels) + 1;
  const missing = Math.ceil((target * next) / levels) - stands;
  const gifts = Math.ceil(missing / 100 / GIFT_DOLLARS);
  const [more, which] = stands > 0 ? ['more gift', 'next'] : ['gift', 'first'];
  return `${counted(gifts, more)} of $${GIFT_DOLLARS} ${gifts === 1 ? 'buys' : 'buy'} the ${which} sample.`;
}
