import { fullyFundedMark } from './messages.ts';
import { removedSentence } from './product-messages.ts';
import { isFullyFunded, remainingDollars } from './product.ts';
import type { Product } from './product-schema.ts';
import { REFUND_DAYS } from '#app/kit/facts.ts';
import { formatDollars, samples } from '#app/kit/money.ts';
import { panelOf } from '#app/toxicology/panels/panels.ts';

/** Why there is something to fund, and what it costs. */
export function whyFund({ target_amount, levels, panel }: Product): string {
  // For another panel somebody else may have.
  const why = panel ? `Not tested for ${panelOf(panel).name} here yet.` : 'Nobody has tested this.';
  return `${why} ${formatDollars(target_amount)} pays for ${samples(levels)}.`;
}

/** What of a product's goal is not raised yet; null where nothing is, or all of it. */
export function missingText(product: Product): string | null {
  const missing = remainingDollars(product);
  if (missing === 0 || product.current_amount === 0) return null;
  return `${formatDollars(missing)} is still missing.`;
}

/** Where a product stands, in one breath: for the picture, descriptions, and after a payment. */
export function fundingStands(product: Product): string {
  if (product.removed_reason) return removedSentence(product.removed_reason);
  if (isFullyFunded(product)) return fullyFundedMark(product).replace(/(?<=\w)$/, '.');
  const raised = `${formatDollars(product.current_amount)} of ${formatDollars(product.target_amount)} raised.`;
  return [raised, missingText(product)].filter(Boolean).join(' ');
}

/** The promise beside every amount. */
export const REFUND_PROMISE = `If the goal is not reached within ${REFUND_DAYS} days, your contribution is refunded automatically.`;

/** Whether a product takes money now. */
export function isOpenForFunding(product: Product): boolean {
  const isUntested = product.testing_status === 'Untested' && !product.removed_reason;
  return isUntested && !isFullyFunded(product);
}
