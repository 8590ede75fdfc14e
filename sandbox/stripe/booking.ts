import { openDispute } from './disputes.ts';
import { emit } from './events.ts';
import type { Charge, PaymentIntent } from './objects.ts';
import { makeBalanceTransaction, type PaymentError } from './payment-objects.ts';
import type { Sandbox } from './sandbox.ts';

/** Books a charge whose money is there: balance, charge and payment intent, with their events. */
export function succeed(sandbox: Sandbox, intent: PaymentIntent, charge: Charge): void {
  const { store, clock } = sandbox;
  const balance = makeBalanceTransaction(charge, clock.nowS());
  store.insert(balance);
  const paid: Charge = {
    ...charge,
    balance_transaction: balance.id,
    paid: true,
    status: 'succeeded',
  };
  store.update(paid);
  emit(sandbox, 'charge.succeeded', paid);
  const succeeded: PaymentIntent = {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
  };
  store.update(succeeded);
  emit(sandbox, 'payment_intent.succeeded', succeeded);
  if (isContestedAtOnce(paid)) openDispute(sandbox, paid);
}

/** Stripe's test card whose payments are disputed as soon as they are made. */
function isContestedAtOnce({ payment_method_details: details }: Charge): boolean {
  return (details as { card?: { last4: string } } | undefined)?.card?.last4 === '0259';
}

/** Takes a payment intent back to where another method is needed, with its events. */
export function fail(
  sandbox: Sandbox,
  intent: PaymentIntent,
  charge: Charge,
  error: PaymentError,
): void {
  emit(sandbox, 'charge.failed', charge);
  const failed: PaymentIntent = {
    ...intent,
    status: 'requires_payment_method',
    last_payment_error: error,
    latest_charge: charge.id,
    payment_method: null,
  };
  sandbox.store.update(failed);
  emit(sandbox, 'payment_intent.payment_failed', failed);
}

/** Leaves a charge and its payment intent to be settled by the bank. */
export function wait(sandbox: Sandbox, intent: PaymentIntent, charge: Charge): void {
  emit(sandbox, 'charge.pending', charge);
  const processing: PaymentIntent = { ...intent, status: 'processing', latest_charge: charge.id };
  sandbox.store.update(processing);
  emit(sandbox, 'payment_intent.processing', processing);
}
