import { invalidRequest } from '#sandbox/stripe/api/errors.ts';
import { emit } from '#sandbox/stripe/webhooks/events.ts';
import { newId } from '#sandbox/stripe/api/ids.ts';
import { makeLineItems } from './line-items.ts';
import { mergeMetadata } from '#sandbox/stripe/api/metadata.ts';
import type {
  Customer,
  LineItem,
  PaymentIntent,
  Session,
  SessionHidden,
} from '#sandbox/stripe/objects.ts';
import { refuseUnbuilt, type Params } from '#sandbox/stripe/api/params.ts';
import type { SandboxCall, Sandbox } from '#sandbox/stripe/sandbox.ts';
import { complete } from '#sandbox/stripe/api/schema.ts';
import {
  checkPaymentIntentData,
  checkSessionParams,
  checkTotal,
  checkSubscriptionData,
  methodTypes,
  type SessionParams,
} from './session-params.ts';

const DEFAULT_LIFE_S = 24 * 60 * 60;

/** POST /v1/checkout/sessions */
export function createSession({ sandbox, params }: SandboxCall): Session {
  const { store, clock } = sandbox;
  const given = checkSessionParams(params, clock.nowS());
  const hidden: SessionHidden = {
    paymentIntent: checkPaymentIntentData(given.payment_intent_data),
    subscription: checkSubscriptionData(given),
  };
  const payer = payerOf(sandbox, given);
  const items = makeLineItems(sandbox, given.line_items!, modeOf(given));
  const session = makeSession(sandbox, given, items, payer);
  checkTotal(session.amount_total);
  store.insert(session, { hidden });
  for (const item of items) store.insert(item, { parent: session.id });
  const sql = "INSERT INTO due (session_id, action, at) VALUES (?, 'expire', ?)";
  store.run(sql, session.id, session.expires_at);
  return session;
}

/** POST /v1/checkout/sessions/:id: its metadata, in whatever status it is. */
export function updateSession({ sandbox, id, params }: SandboxCall): Session {
  const session = sandbox.store.need<Session>('checkout.session', id);
  refuseUnbuilt(params, ['metadata', 'expand']);
  const change = params.metadata as Params | null | undefined;
  const updated = { ...session, metadata: mergeMetadata(session.metadata, change) };
  sandbox.store.update(updated);
  return updated;
}

/** POST /v1/checkout/sessions/:id/expire */
export function expireOpenSession({ sandbox, id }: SandboxCall): Session {
  const session = sandbox.store.need<Session>('checkout.session', id);
  if (session.status !== 'open') {
    throw invalidRequest(
      'Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session ' +
        `has a status of ${session.status}.`,
    );
  }
  return endSession(sandbox, session);
}

/** Closes an open session for good, with the payment intent that a declined try may have left. */
export function endSession(sandbox: Sandbox, session: Session): Session {
  const { store } = sandbox;
  const expired: Session = { ...session, status: 'expired', url: null };
  store.update(expired);
  store.run('DELETE FROM due WHERE session_id = ?', session.id);
  if (session.payment_intent) cancelPaymentIntent(sandbox, session.payment_intent);
  emit(sandbox, 'checkout.session.expired', expired);
  return expired;
}

function cancelPaymentIntent(sandbox: Sandbox, id: string): void {
  const intent = sandbox.store.need<PaymentIntent>('payment_intent', id);
  const canceled: PaymentIntent = {
    ...intent,
    status: 'canceled',
    canceled_at: sandbox.clock.nowS(),
    cancellation_reason: 'expired',
  };
  sandbox.store.update(canceled);
  emit(sandbox, 'payment_intent.canceled', canceled);
}

function modeOf({ mode }: SessionParams): Session['mode'] {
  return mode === 'subscription' ? mode : 'payment';
}

type Payer = { customer: string | null; email: string | null };

function payerOf(
  { store }: Sandbox,
  { customer: id, customer_email: email }: SessionParams,
): Payer {
  if (!id) return { customer: null, email: email ?? null };
  const customer = store.need<Customer>('customer', id, { param: 'customer' });
  return { customer: customer.id, email: customer.email };
}

function makeSession(
  sandbox: Sandbox,
  given: SessionParams,
  items: LineItem[],
  payer: Payer,
): Session {
  const { clock, options } = sandbox;
  const id = newId('cs');
  const createdS = clock.nowS();
  const totalCents = items.reduce((sum, item) => sum + item.amount_total, 0);
  const mode = modeOf(given);
  const creation = mode === 'subscription' ? 'always' : (given.customer_creation ?? 'if_required');
  return complete('checkout.session', {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: given.adaptive_pricing?.enabled ?? true },
    allowed_payment_method_types: given.allowed_payment_method_types ?? null,
    amount_subtotal: totalCents,
    amount_total: totalCents,
    automatic_tax: complete('Checkout.Session.AutomaticTax', { enabled: false }),
    cancel_url: given.cancel_url ?? null,
    client_reference_id: given.client_reference_id ?? null,
    created: createdS,
    currency: 'usd',
    custom_fields: [],
    custom_text: complete('Checkout.Session.CustomText', (given.custom_text ?? {}) as object),
    customer: payer.customer,
    customer_creation: payer.customer ? null : creation,
    customer_details: payer.email ? customerDetails(payer.email, null) : null,
    customer_email: given.customer_email ?? null,
    expires_at: given.expires_at ?? createdS + DEFAULT_LIFE_S,
    livemode: false,
    locale: given.locale ?? null,
    metadata: mergeMetadata({}, given.metadata),
    mode,
    origin_context: given.origin_context ?? null,
    payment_intent: null,
    payment_method_collection: mode === 'subscription' ? 'always' : 'if_required',
    payment_method_options: {},
    payment_method_types: methodTypes(given),
    payment_status: 'unpaid',
    phone_number_collection: { enabled: false },
    shipping_options: [],
    status: 'open',
    submit_type: given.submit_type ?? null,
    success_url: given.success_url!,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${options.publicUrl}/c/pay/${id}`,
  } as Partial<Session>) as Session;
}

/** What a session says of its payer; `name` is null until a payment was tried. */
export function customerDetails(email: string, name: string | null) {
  return complete('Checkout.Session.CustomerDetails', {
    email,
    name,
    tax_exempt: 'none',
    tax_ids: [],
  });
}
