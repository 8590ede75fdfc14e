import { bookCharge, bookInTime, isDebit, reverseCharge } from './charge-money.ts';
import { openDispute } from './disputes.ts';
import { emit } from '#sandbox/stripe/webhooks/events.ts';
import type { Charge, PaymentIntent } from '#sandbox/stripe/objects.ts';
import type { PaymentError } from './payment-objects.ts';
import { failHeld, sendHeld } from './refund-outcomes.ts';
import type { Sandbox } from '#sandbox/stripe/sandbox.ts';

/** Books a charge whose money is there: balance, charge and payment intent, with their events. */
export function succeed(sandbox: Sandbox, intent: PaymentIntent, charge: Charge): void {
  const { store } = sandbox;
  const made: Charge = { ...charge, paid: true, status: 'succeeded' };
  const paid: Charge = { ...made, balance_transaction: bookInTime(sandbox, made) };
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
  if (isDebit(paid)) sendHeld(sandbox, paid);
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

/** A debit that was under way has failed: what it had announced goes, and with it its refunds. */
export function failDebit(
  sandbox: Sandbox,
  intent: PaymentIntent,
  charge: Charge,
  error: PaymentError,
): void {
  const failed: Charge = {
    ...charge,
    failure_balance_transaction: reverseCharge(sandbox, charge),
    failure_code: error.code,
    failure_message: error.message,
    status: 'failed',
  };
  sandbox.store.update(failed);
  fail(sandbox, intent, failed, error);
  failHeld(sandbox, failed);
}

/** Leaves a charge and its payment intent to be settled by the bank. */
export function wait(sandbox: Sandbox, intent: PaymentIntent, begun: Charge): void {
  const charge: Charge = { ...begun, balance_transaction: bookCharge(sandbox, begun).id };
  sandbox.store.update(charge);
  emit(sandbox, 'charge.pending', charge);
  const processing: PaymentIntent = { ...intent, status: 'processing', latest_charge: charge.id };
  sandbox.store.update(processing);
  emit(sandbox, 'payment_intent.processing', processing);
}
