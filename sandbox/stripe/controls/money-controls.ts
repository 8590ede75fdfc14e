import {
  closeDispute,
  moveFunds,
  openDispute,
  type Contest,
} from '#sandbox/stripe/payments/disputes.ts';
import { invalidRequest } from '#sandbox/stripe/api/errors.ts';
import { readFaults, writeFaults, type RefundCourse } from './faults.ts';
import { invoicePaymentsOf } from '#sandbox/stripe/subscriptions/invoices.ts';
import {
  isOutcome,
  type Charge,
  type PaymentIntent,
  type Session,
} from '#sandbox/stripe/objects.ts';
import type { ChargeHidden } from '#sandbox/stripe/payments/refund-courses.ts';
import { sendWaiting, settleRefund } from '#sandbox/stripe/payments/refund-outcomes.ts';
import type { Sandbox } from '#sandbox/stripe/sandbox.ts';
import type { Store } from '#sandbox/stripe/store.ts';

type Input = Record<string, unknown>;

/** `refunds/:id` {outcome, settled?}: what the bank makes of a refund. */
export function endRefund(sandbox: Sandbox, { outcome, settled }: Input, id: string) {
  const cents = settled === undefined ? undefined : Number(settled);
  if (isOutcome(outcome)) return settleRefund(sandbox, id, outcome, cents);
  throw invalidRequest('Invalid outcome: must be one of succeeded or failed', 'outcome');
}

/**
 * `refunds` {status, later?, next? | payment_intent | charge | session}: what becomes of refunds
 * that are still to be made, of one payment or the next so many of any.
 */
export function planRefunds(sandbox: Sandbox, input: Input) {
  const { store } = sandbox;
  const course = courseOf(input);
  if (input.session ?? input.payment_intent ?? input.charge) {
    const { id } = chargeOf(sandbox, input);
    const hidden: ChargeHidden = { ...store.hidden<ChargeHidden>(id), refunds: course };
    store.setHidden(id, hidden);
    return { charge: id, ...course };
  }
  const next = input.next ?? 1;
  if (!Number.isInteger(next) || Number(next) < 1) {
    throw invalidRequest('next must be a number of refunds', 'next');
  }
  const refunds = { ...course, next: Number(next) };
  writeFaults(store, { ...readFaults(store), refunds });
  return refunds;
}

function courseOf({ status, later }: Input): RefundCourse {
  if (status !== 'succeeded' && status !== 'pending') {
    throw invalidRequest('Invalid status: must be one of succeeded or pending', 'status');
  }
  if (later === undefined) return { status };
  if (!isOutcome(later)) {
    throw invalidRequest('Invalid later: must be one of succeeded or failed', 'later');
  }
  if (later === status) throw invalidRequest('What succeeds can only fail later.', 'later');
  return { status, later };
}

/**
 * `balance` {available}: limits what refunds can be paid from, in cents; null lifts the limit.
 * What had been waiting for money goes out.
 */
export function limitBalance(sandbox: Sandbox, { available }: Input) {
  const { store } = sandbox;
  return store.transaction(() => {
    const isLimited = available !== null;
    if (isLimited && (!Number.isInteger(available) || Number(available) < 0)) {
      throw invalidRequest('available must be a number of cents, or null', 'available');
    }
    store.setSetting('balance_limited', isLimited ? 1 : 0);
    store.setSetting('balance_available', isLimited ? Number(available) : 0);
    const sent = sendWaiting(sandbox);
    return { available: isLimited ? store.setting('balance_available') : null, sent };
  });
}

/** `dispute` {payment_intent | charge | session, amount?, reason?, inquiry?} */
export function contest(sandbox: Sandbox, input: Input) {
  const { amount, reason, inquiry } = input;
  const command: Contest = {
    ...(amount === undefined ? {} : { amount: Number(amount) }),
    ...(reason === undefined ? {} : { reason: String(reason) }),
    inquiry: inquiry === true,
  };
  return openDispute(sandbox, chargeOf(sandbox, input), command);
}

/** `dispute/:id/close` {outcome: won | lost, amount?: cents that come back} */
export function endDispute(sandbox: Sandbox, { outcome, amount }: Input, id: string) {
  if (outcome === 'won' || outcome === 'lost') {
    return closeDispute(sandbox, id, outcome, amount === undefined ? undefined : Number(amount));
  }
  throw invalidRequest('Invalid outcome: must be one of won or lost', 'outcome');
}

/** `dispute/:id/funds` {amount: cents that come back; negative: that are withdrawn again} */
export function moveDisputed(sandbox: Sandbox, { amount }: Input, id: string) {
  return moveFunds(sandbox, id, Number(amount));
}

/** The charge of a payment; a subscription's session means its first one. */
function chargeOf({ store }: Sandbox, { session, payment_intent, charge }: Input): Charge {
  if (typeof charge === 'string') return store.need<Charge>('charge', charge, { param: 'charge' });
  const intent = typeof session === 'string' ? intentOf(store, session) : payment_intent;
  if (typeof intent !== 'string') {
    throw invalidRequest('Name the payment: payment_intent, charge or session.');
  }
  const where = { param: 'payment_intent' };
  const { latest_charge: latest } = store.need<PaymentIntent>('payment_intent', intent, where);
  if (!latest) throw invalidRequest(`Nobody has tried to pay ${intent} yet.`, 'payment_intent');
  return store.need<Charge>('charge', latest);
}

function intentOf(store: Store, sessionId: string): string {
  const session = store.need<Session>('checkout.session', sessionId, { param: 'session' });
  if (session.payment_intent) return session.payment_intent;
  const [first] = session.invoice ? invoicePaymentsOf(store, session.invoice) : [];
  if (first) return first.payment.payment_intent;
  throw invalidRequest('This Checkout Session has no payment yet.', 'session');
}
