import type Stripe from 'stripe';

/** What of a dispute at Stripe says where its money is. */
interface Moved {
  status: Stripe.Dispute['status'];
  balance_transactions: Pick<Stripe.BalanceTransaction, 'amount' | 'currency'>[];
}

/** Cents that a dispute has moved our balance in dollars by, its fees apart; below zero: withdrawn. */
export function movedCents({ balance_transactions: moved }: Moved): number {
  return moved.reduce((sum, { amount, currency }) => sum + (currency === 'usd' ? amount : 0), 0);
}

/** Cents that are out of it because of it. */
export function withdrawnCents(dispute: Moved): number {
  return Math.max(0, -movedCents(dispute));
}

/**
 * Whether what is out stays out: it was lost, or it was won and gave back less than it took. One
 * that was won and has given back nothing yet is about to.
 */
export function isGone({ status, balance_transactions: moved }: Moved): boolean {
  return status === 'lost' || (status === 'won' && moved.some(({ amount }) => amount > 0));
}
