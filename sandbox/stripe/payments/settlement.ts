import { failDebit, succeed } from './booking.ts';
import { invalidRequest } from '#sandbox/stripe/api/errors.ts';
import { emit } from '#sandbox/stripe/webhooks/events.ts';
import {
  isOutcome,
  type Charge,
  type Outcome,
  type PaymentIntent,
  type Session,
  type StripeObject,
} from '#sandbox/stripe/objects.ts';
import { makePaymentError } from './payment-objects.ts';
import type { Sandbox } from '#sandbox/stripe/sandbox.ts';

/** Plans the settlement of a bank payment; with another outcome it waits until it is told. */
export function settleLater({ store, clock, options }: Sandbox, id: string, outcome: string): void {
  if (!isOutcome(outcome)) return;
  const sql = 'INSERT INTO due (session_id, action, at) VALUES (?, ?, ?)';
  store.run(sql, id, outcome, clock.nowS() + options.settlementDelayS);
}

/**
 * Ends a bank payment that is on its way, with the session's `async_payment_*` event.
 * Throws for a session that has none.
 */
export function settle(sandbox: Sandbox, sessionId: string, outcome: Outcome): Session {
  const { store } = sandbox;
  return store.transaction(() => {
    const session = store.need<Session>('checkout.session', sessionId);
    const intent = session.payment_intent
      ? store.need<PaymentIntent>('payment_intent', session.payment_intent)
      : undefined;
    if (session.status !== 'complete' || intent?.status !== 'processing') {
      throw invalidRequest('This Checkout Session has no payment that is still to settle.');
    }
    store.run('DELETE FROM due WHERE session_id = ?', sessionId);
    const charge = store.need<Charge>('charge', intent.latest_charge!);
    if (outcome === 'failed') {
      failPending(sandbox, intent, charge);
      emit(sandbox, 'checkout.session.async_payment_failed', session);
      return session;
    }
    succeed(sandbox, intent, charge);
    const paid: Session = { ...session, payment_status: 'paid' };
    store.update(paid);
    emit(sandbox, 'checkout.session.async_payment_succeeded', paid);
    return paid;
  });
}

function failPending(sandbox: Sandbox, intent: PaymentIntent, charge: Charge): void {
  const paymentMethod = sandbox.store.need<StripeObject>('payment_method', intent.payment_method!);
  failDebit(sandbox, intent, charge, makePaymentError(charge, paymentMethod));
}
