import { saveChange } from '#sandbox/stripe/changes.ts';
import { feeOf, feeSchedule } from './fees.ts';
import { newId } from '#sandbox/stripe/api/ids.ts';
import type { BalanceTransaction, Charge } from '#sandbox/stripe/objects.ts';
import type { Sandbox } from '#sandbox/stripe/sandbox.ts';
import { complete } from '#sandbox/stripe/api/schema.ts';

const DAY_S = 86_400;
/** Days until the money of a charge can be paid out. */
const CARD_DAYS = 2;
const BANK_DAYS = 4;

/** Whether a charge debits a bank account: it settles days later, and can be refunded for a time. */
export function isDebit({ payment_method_details: details }: Charge): boolean {
  return (details as { type?: string } | undefined)?.type === 'us_bank_account';
}

/** Books what reaches the account for a charge, less what Stripe keeps; pending for some days. */
export function bookCharge(sandbox: Sandbox, charge: Charge): BalanceTransaction {
  const days = isDebit(charge) ? BANK_DAYS : CARD_DAYS;
  const booked = insert(sandbox, charge, {
    type: isDebit(charge) ? 'payment' : 'charge',
    amount: charge.amount,
    fee: feeOf(sandbox.store, charge),
    availableS: sandbox.clock.nowS() + days * DAY_S,
  });
  // A debit that is under way has its money for certain only when it succeeds.
  if (charge.status === 'succeeded') planAvailable(sandbox, booked.id, booked.available_on);
  return booked;
}

/** Has the transaction of a charge come so late as the control says; null until then. */
export function bookInTime(sandbox: Sandbox, charge: Charge): string | null {
  const { store, clock } = sandbox;
  if (charge.balance_transaction) {
    const { id, available_on } = store.need<BalanceTransaction>(
      'balance_transaction',
      charge.balance_transaction,
    );
    planAvailable(sandbox, id, Math.max(available_on, clock.nowS()));
    return id;
  }
  const lateS = store.setting(LATE_SETTING);
  if (lateS === 0) return bookCharge(sandbox, charge).id;
  const sql = "INSERT INTO due (session_id, action, at) VALUES (?, 'book', ?)";
  store.run(sql, charge.id, clock.nowS() + lateS);
  return null;
}

export const LATE_SETTING = 'late_transactions_s';

/** A transaction that was late is there, as of its own time. */
export function bookDue(sandbox: Sandbox, id: string, atS: number): void {
  sandbox.clock.asOf(atS, () => {
    const charge = sandbox.store.need<Charge>('charge', id);
    const booked = { ...charge, balance_transaction: bookCharge(sandbox, charge).id };
    saveChange(sandbox, 'charge.updated', charge, booked);
  });
}

/** What was pending can be paid out. */
export function makeAvailable({ store }: Sandbox, id: string): void {
  const booked = store.need<BalanceTransaction>('balance_transaction', id);
  store.update({ ...booked, status: 'available' });
}

/** Takes back what a debit had announced, with its fee, and keeps what a failure costs. */
export function reverseCharge(sandbox: Sandbox, charge: Charge): string | null {
  const { balance_transaction: id } = charge;
  if (!id) return null;
  const announced = sandbox.store.need<BalanceTransaction>('balance_transaction', id);
  return insert(sandbox, charge, {
    type: 'payment_failure_refund',
    amount: -announced.amount,
    fee: feeSchedule(sandbox.store).bankFailure - announced.fee,
    availableS: announced.available_on,
  }).id;
}

/** Has what came in another currency stand in the balance in dollars. */
export function settleInDollars({ store }: Sandbox, charge: Charge, cents: number): void {
  const id = String(charge.balance_transaction);
  const booked = store.need<BalanceTransaction>('balance_transaction', id);
  store.update({
    ...booked,
    amount: cents,
    currency: 'usd',
    exchange_rate: cents / charge.amount,
    net: cents - booked.fee,
  });
}

type Booking = {
  type: 'charge' | 'payment' | 'payment_failure_refund';
  amount: number;
  fee: number;
  availableS: number;
};

function insert({ store, clock }: Sandbox, charge: Charge, booking: Booking): BalanceTransaction {
  const { type, amount, fee, availableS } = booking;
  const details = complete('BalanceTransaction.FeeDetail', {
    amount: fee,
    currency: charge.currency,
    description: 'Stripe processing fees',
    type: 'stripe_fee',
  });
  const booked = complete<BalanceTransaction>('balance_transaction', {
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: availableS,
    balance_type: 'payments',
    created: clock.nowS(),
    currency: charge.currency,
    description: charge.description,
    fee,
    fee_details: [details],
    net: amount - fee,
    reporting_category: type === 'payment_failure_refund' ? 'charge_failure' : 'charge',
    source: charge.id,
    status: 'pending',
    type,
  });
  store.insert(booked);
  return booked;
}

function planAvailable({ store }: Sandbox, id: string, atS: number): void {
  store.run("INSERT INTO due (session_id, action, at) VALUES (?, 'available', ?)", id, atS);
}
