import { REFUND_DAYS } from '#app/kit/facts.ts';

/** The rule that every pool follows, as its page says it. */
export const POOL_RULE =
  'A pool follows one rule: it completes the next sample of the product of its kind that lacks the least, as soon as it has the money for it. Where two lack the same, the one with the lower number comes first. It takes only products that an administrator has reviewed, and none that is hidden, removed, in dispute, or being paid for.';

export const POOL_REFUND = `What a pool has not spent ${REFUND_DAYS} days after your payment is refunded automatically. What it has spent counts as your contribution to that product, and is refunded if the product does not reach its goal in time.`;

export const NO_POOLS = 'There is no pool at the moment.';
