import { REFUND_DAYS } from '#app/kit/facts.ts';

/** Why money goes back; mails and the administrators' lists say it in these words. */
export const REFUND_REASONS = {
  unfunded_365_days: `the product did not reach its goal within ${REFUND_DAYS} days`,
  excess: 'the product needed less than was paid',
  excess_won: 'a disputed payment had come back to the product, which needed less by then',
  excess_removed: 'the product had been taken off the list when the payment arrived',
  removed: 'the product was taken off the list',
  untestable: 'the product cannot be tested',
  requested: 'the contributor asked for it',
  duplicate: 'it was paid twice',
  review: 'the payment did not match its order',
  reinstated_full: 'a disputed payment was returned to us, and the product needed less than that',
  reinstated_removed:
    'a disputed payment was returned to us after the product was taken off the list',
  external: 'it was refunded through the payment provider',
} as const;

export type RefundReason = keyof typeof REFUND_REASONS;

/** Reasons an administrator may give for one contribution, and for a whole product. */
export const CONTRIBUTION_REASONS = ['requested', 'duplicate', 'untestable', 'removed'] as const;
export const PRODUCT_REASONS = ['removed', 'untestable'] as const;
