import { fail, succeed, wait } from './booking.ts';
import { settleInDollars } from './charge-money.ts';
import { isEmail, readCard, type CardFields, type Decline } from './cards.ts';
import { storeCustomer } from '#sandbox/stripe/checkout/customers.ts';
import { emit } from '#sandbox/stripe/webhooks/events.ts';
import type {
  Charge,
  PaymentIntent,
  Session,
  SessionHidden,
  StripeObject,
} from '#sandbox/stripe/objects.ts';
import {
  makeCharge,
  makePaymentError,
  makePaymentIntent,
  makePaymentMethod,
  type Payer,
} from './payment-objects.ts';
import type { Sandbox } from '#sandbox/stripe/sandbox.ts';
import { customerDetails } from '#sandbox/stripe/checkout/sessions.ts';
import { settleLater } from './settlement.ts';
import { startSubscription } from '#sandbox/stripe/subscriptions/subscribe.ts';

/** What the hosted page's form sends; names are those of its fields. */
export type PaymentForm = CardFields & {
  email: string;
  method: string;
  card_name: string;
  /** What becomes of a bank payment; `wait` leaves it pending until the sandbox is told. */
  bank_outcome: string;
};

export type FormErrors = Partial<Record<keyof PaymentForm, string>>;

type PaymentResult =
  /** Now, or by an earlier submission: the buyer goes on to the success address either way. */
  | { kind: 'complete'; session: Session }
  | { kind: 'expired'; session: Session }
  | { kind: 'declined'; session: Session; decline: Decline }
  | { kind: 'invalid'; session: Session; errors: FormErrors };

/**
 * One try to pay a session, in one transaction: however often the form is sent, an open session is
 * completed once, and a closed one never paid. Throws resource_missing for an unknown id.
 */
export function submitPayment(
  sandbox: Sandbox,
  sessionId: string,
  form: PaymentForm,
): PaymentResult {
  return sandbox.store.transaction((): PaymentResult => {
    const session = sandbox.store.need<Session>('checkout.session', sessionId);
    if (session.status === 'complete') return { kind: 'complete', session };
    if (session.status === 'expired') return { kind: 'expired', session };
    const read = readForm(session, form, sandbox.clock.nowS());
    if ('errors' in read) return { kind: 'invalid', session, errors: read.errors };
    if (session.mode === 'subscription') return trySubscription(sandbox, session, read.payer);
    return tryPayment(sandbox, session, read.payer, form.bank_outcome);
  });
}

function readForm(
  session: Session,
  form: PaymentForm,
  nowS: number,
): { payer: Payer } | { errors: FormErrors } {
  const errors: FormErrors = {};
  const email = session.customer_email ?? form.email.trim();
  if (!isEmail(email)) errors.email = 'Enter your email as name@example.com.';
  const name = form.card_name.trim();
  if (name.length > 200) errors.card_name = 'Enter at most 200 characters.';

  if (!session.payment_method_types.includes(form.method)) errors.method = 'Choose how to pay.';
  if (form.method !== 'card') {
    return Object.keys(errors).length > 0 ? { errors } : { payer: { email, name } };
  }
  if (!name) errors.card_name = 'Enter the name on the card.';
  const read = readCard(form, nowS);
  if ('errors' in read || Object.keys(errors).length > 0) {
    return { errors: { ...errors, ...('errors' in read ? read.errors : {}) } };
  }
  return { payer: { email, name, card: read.card } };
}

/** A card that is refused leaves nothing behind: no customer, no subscription, no invoice. */
function trySubscription(sandbox: Sandbox, session: Session, payer: Payer): PaymentResult {
  const { card } = payer;
  if (!card) throw new Error('A subscription is paid by card alone');
  if (card.decline) return { kind: 'declined', session, decline: card.decline };
  const started = startSubscription(sandbox, session, { ...payer, card });
  return { kind: 'complete', session: completeSession(sandbox, session, started, payer) };
}

function tryPayment(
  sandbox: Sandbox,
  session: Session,
  payer: Payer,
  bankOutcome: string,
): PaymentResult {
  const { store, clock } = sandbox;
  const intent = paymentIntentOf(sandbox, session);
  const paymentMethod = makePaymentMethod(payer, clock.nowS());
  store.insert(paymentMethod);
  const decline = payer.card?.decline;
  if (decline) {
    failCharge(sandbox, intent, paymentMethod, payer);
    const tried = { ...session, payment_intent: intent.id };
    store.update(tried);
    return { kind: 'declined', session: tried, decline };
  }
  const customer = customerOf(sandbox, session, payer);
  const owned = { ...intent, customer, payment_method: paymentMethod.id, last_payment_error: null };
  const status = payer.card ? 'succeeded' : 'pending';
  const charge = makeCharge(owned, paymentMethod, payer, status, clock.nowS());
  store.insert(charge);
  if (payer.card) succeedIn(sandbox, session, owned, charge);
  else wait(sandbox, owned, charge);
  const made = { customer, payment_intent: owned.id };
  const completed = completeSession(sandbox, session, made, payer);
  if (!payer.card) settleLater(sandbox, completed.id, bankOutcome);
  return { kind: 'complete', session: completed };
}

/** What is in another currency than was asked for reaches the account in that one all the same. */
function succeedIn(sandbox: Sandbox, session: Session, intent: PaymentIntent, charge: Charge) {
  succeed(sandbox, intent, charge);
  const { currency_conversion: converted } = session;
  if (!converted) return;
  const paid = sandbox.store.need<Charge>('charge', charge.id);
  settleInDollars(sandbox, paid, converted.amount_total);
}

function failCharge(
  sandbox: Sandbox,
  intent: PaymentIntent,
  paymentMethod: StripeObject,
  payer: Payer,
): void {
  const nowS = sandbox.clock.nowS();
  const charge = makeCharge(intent, paymentMethod, payer, 'failed', nowS);
  sandbox.store.insert(charge);
  fail(sandbox, intent, charge, makePaymentError(charge, paymentMethod, payer.card?.decline));
}

function completeSession(
  sandbox: Sandbox,
  session: Session,
  made: Partial<Pick<Session, 'customer' | 'payment_intent' | 'subscription' | 'invoice'>>,
  { email, name, card }: Payer,
): Session {
  const completed: Session = {
    ...session,
    ...made,
    customer_details: customerDetails(email, name || null),
    payment_status: card ? 'paid' : 'unpaid',
    status: 'complete',
    url: null,
  };
  sandbox.store.update(completed);
  sandbox.store.run('DELETE FROM due WHERE session_id = ?', session.id);
  emit(sandbox, 'checkout.session.completed', completed);
  return completed;
}

/** The payment intent of an earlier, declined try, or a new one. */
function paymentIntentOf(sandbox: Sandbox, session: Session): PaymentIntent {
  const { store, clock } = sandbox;
  if (session.payment_intent) {
    return store.need<PaymentIntent>('payment_intent', session.payment_intent);
  }
  const { paymentIntent } = store.hidden<SessionHidden>(session.id);
  const intent = makePaymentIntent(session, paymentIntent, clock.nowS());
  store.insert(intent);
  emit(sandbox, 'payment_intent.created', intent);
  return intent;
}

function customerOf(sandbox: Sandbox, session: Session, { email, name }: Payer): string | null {
  if (session.customer || session.customer_creation !== 'always') return session.customer;
  return storeCustomer(sandbox, { email, ...(name ? { name } : {}) }).id;
}
