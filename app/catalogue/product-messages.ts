/** The sentences that only a product's own page says. */

import { REFUND_DAYS } from '#app/kit/facts.ts';
import { dayText } from '#app/kit/day-text.ts';
import { formatCents, formatDollars } from '#app/kit/money.ts';

export const PRODUCT_DETAILS_FAILED = 'Failed to load product details.';

export const NOT_LOOKED_AT_LEAD =
  'A visitor added this product, and we have not reviewed it yet. You can fund it in the meantime. If we take it off the list, your contribution is refunded automatically.';
interface SecondChance {
  missingCents: number;
  /** null where nothing given is old enough to go back. */
  until: Date | null;
}

export function secondChance({ missingCents, until }: SecondChance): string {
  const sentence = `This product reached its goal, but some of the money has since been refunded or taken back by a bank. It needs ${formatCents(missingCents)} more, and you can fund it again.`;
  return until
    ? `${sentence} If it does not reach its goal again by ${dayText(until)}, we start refunding contributions more than ${REFUND_DAYS} days old.`
    : sentence;
}
export const SERVING_UNKNOWN =
  'Its serving size is not known yet. Until it is, results are shown per gram, not as a percentage of the daily limit.';
/** What a product's page says while it is off the list. */
export function removedSentence(reason: string): string {
  if (reason === 'hidden')
    return 'This product is hidden while we look into it. It cannot be funded right now. Contributions already made stay with it.';
  const why =
    reason === 'untestable'
      ? 'The laboratory cannot test this product.'
      : 'This product has been taken off the list.';
  return `${why} It can no longer be funded, and contributions to it are refunded.`;
}

export function addedToList(amountDollars: number, name: string): string {
  return `Added ${formatDollars(amountDollars)} for ${name} to your funding list.`;
}
