import type Stripe from 'stripe';
import type { Account } from '#app/ledger/accounts.ts';
import { idOf } from './stripe-payment.server.ts';
import { isDispute } from './unmatched.server.ts';
import { fromTo, isPosted, post } from '#app/ledger/post.server.ts';
import { db, inTransaction } from '#app/database/db.server.ts';

/** The types of balance transactions that are of a payment: each has its own way into the books. */
const OF_PAYMENTS = [
  'charge',
  'payment',
  'refund',
  'payment_refund',
  'refund_failure',
  'payment_failure_refund',
  'payment_reversal',
];

/** Where else the money of a balance transaction goes to or comes from, by its type at Stripe. */
const ACCOUNTS: Record<string, Account> = {
  payout: 'bank',
  payout_cancel: 'bank',
  payout_failure: 'bank',
  topup: 'bank',
  topup_reversal: 'bank',
  payment_network_reserve_hold: 'withheld',
  payment_network_reserve_release: 'withheld',
  payout_minimum_balance_hold: 'withheld',
  payout_minimum_balance_release: 'withheld',
  reserve_hold: 'withheld',
  reserve_release: 'withheld',
  reserve_transaction: 'withheld',
  reserved_funds: 'withheld',
  stripe_fee: 'fees',
  stripe_fx_fee: 'fees',
  tax_fee: 'fees',
  network_cost: 'fees',
};

/**
 * The account that a balance transaction without a payment is booked on: what is between the site
 * and Stripe alone is `adjustments`. Undefined for what is of a payment or a dispute.
 */
export function accountOfMovement(moved: Stripe.BalanceTransaction): Account | undefined {
  const { type, reporting_category: category, source } = moved;
  if (OF_PAYMENTS.includes(type)) return undefined;
  if (isDispute(idOf(source) ?? '') || category.startsWith('dispute')) return undefined;
  return ACCOUNTS[type] ?? ACCOUNTS[category] ?? 'adjustments';
}

/**
 * Books a payout, a reserve, a fee, or whatever else moved Stripe's balance without a payment, once;
 * whether it did. The ledger is in U.S. dollars: what moves another currency's balance is named by
 * the audit.
 */
export async function bookMovement(moved: Stripe.BalanceTransaction): Promise<boolean> {
  const account = accountOfMovement(moved);
  if (!account || moved.currency !== 'usd' || moved.net === 0) return false;
  // A fee's source is that of every fee.
  const source = `${account === 'fees' ? 'fee' : 'balance'}:${moved.id}`;
  if (await isPosted(db(), source)) return false;
  // Between Stripe and our bank, or held back from that.
  const isPayout = /^(payout|topup)/.test(moved.type);
  await inTransaction((tx) =>
    post(tx, {
      reason: `balance at Stripe: ${moved.type}`,
      source,
      ...(isPayout ? { kind: 'payout' } : {}),
      entries: fromTo('stripe', account, moved.net),
    }),
  );
  return true;
}
