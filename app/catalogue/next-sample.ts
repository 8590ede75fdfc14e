import { isPastFunding, remainingDollars } from './product.ts';
import type { Product } from './product-schema.ts';
import { present } from '#app/kit/assert.ts';
import { NUMBERS } from '#app/kit/numbers.ts';
import { counted } from '#app/kit/text.ts';

/** The most, in dollars, that is offered as the last of a goal. */
const LAST_DOLLARS_MAX = 100;
/** What is offered first of the quick-add buttons, and what words count in. */
export const USUAL_GIFT_DOLLARS = present(NUMBERS.quickAddDollars[2], 'a usual gift');

/**
 * Dollars that would complete a goal beside what is listed and in checkout, to the cent; 0 where that
 * is more than a last gift, or nothing. Cents that a checkout under way may take are left out.
 */
export function lastDollars(product: Product, listedDollars: number): number {
  const held = product.reserved_amount;
  const cents = Math.round((remainingDollars(product) - held - listedDollars) * 100);
  if (cents <= 0 || cents > LAST_DOLLARS_MAX * 100) return 0;
  return held > 0 ? Math.floor(cents / 100) : cents / 100;
}

/** "64 more gifts of $20 and it is tested."; nothing near the goal, and where none can be given. */
export function giftsText(product: Product): string {
  const { current_amount, reserved_amount, target_amount } = product;
  const stands = Math.round((current_amount + reserved_amount) * 100) / 100;
  const isOpen = !product.removed_reason && !isPastFunding(product.testing_status);
  if (!isOpen || target_amount - stands <= LAST_DOLLARS_MAX) return '';
  const gifts = Math.ceil((target_amount - stands) / USUAL_GIFT_DOLLARS);
  return `${counted(gifts, 'more gift')} of $${USUAL_GIFT_DOLLARS} and it is tested.`;
}
