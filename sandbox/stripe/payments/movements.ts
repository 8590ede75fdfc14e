import { newId } from '#sandbox/stripe/api/ids.ts';
import type { BalanceTransaction, Charge } from '#sandbox/stripe/objects.ts';
import type { Sandbox } from '#sandbox/stripe/sandbox.ts';
import { complete } from '#sandbox/stripe/api/schema.ts';
import type { Store } from '#sandbox/stripe/store.ts';

/** What moves the account's balance beside a charge. */
type Movement = {
  type: 'refund' | 'payment_refund' | 'refund_failure' | 'adjustment';
  /** Negative where money leaves, in cents. */
  amount: number;
  fee?: number;
  /** U.S. dollars, unless it names another. */
  currency?: string;
  /** The refund or dispute that it belongs to. */
  source: string;
  category: 'refund' | 'refund_failure' | 'dispute' | 'dispute_reversal';
  description: string;
};

/** An amount of a charge's, as it moves the balance that the charge stands in. */
export function inBalance(store: Store, charge: Charge, amount: number) {
  const id = charge.balance_transaction;
  if (!id) return { amount, currency: charge.currency };
  const booked = store.need<BalanceTransaction>('balance_transaction', String(id));
  const rate = booked.currency === charge.currency ? 1 : booked.amount / charge.amount;
  return { amount: Math.round(amount * rate), currency: booked.currency };
}

/** Books a movement of the balance; what Stripe charges for it comes off on top. */
export function move(sandbox: Sandbox, movement: Movement): BalanceTransaction {
  const { amount, fee = 0, currency = 'usd', source, category, type, description } = movement;
  const nowS = sandbox.clock.nowS();
  const details = fee
    ? [
        complete('BalanceTransaction.FeeDetail', {
          amount: fee,
          currency: 'usd',
          description: 'Dispute fee',
          type: 'stripe_fee',
        }),
      ]
    : [];
  const booked = complete<BalanceTransaction>('balance_transaction', {
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: nowS,
    balance_type: 'payments',
    created: nowS,
    currency,
    description,
    fee,
    fee_details: details,
    net: amount - fee,
    reporting_category: category,
    source,
    status: 'available',
    type,
  });
  sandbox.store.insert(booked);
  return booked;
}
