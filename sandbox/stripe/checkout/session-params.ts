import { invalidRequest, missingParam, notBuilt, onlyOneOf } from '#sandbox/stripe/api/errors.ts';
import { isEmail } from '#sandbox/stripe/payments/cards.ts';
import { mergeMetadata } from '#sandbox/stripe/api/metadata.ts';
import type { SessionHidden } from '#sandbox/stripe/objects.ts';
import { checkLength, checkUrl, refuseUnbuilt, type Params } from '#sandbox/stripe/api/params.ts';
import { checkCurrency, MAX_AMOUNT_CENTS } from './prices.ts';

/** The parameters of a session's creation that the sandbox acts on, checked against the schema. */
export type SessionParams = {
  adaptive_pricing?: { enabled?: boolean };
  allowed_payment_method_types?: string[];
  cancel_url?: string;
  client_reference_id?: string;
  currency?: string;
  custom_text?: Params;
  customer?: string;
  customer_creation?: 'always' | 'if_required';
  customer_email?: string;
  expires_at?: number;
  line_items?: Params[];
  locale?: string;
  metadata?: Params;
  mode?: 'payment' | 'setup' | 'subscription';
  origin_context?: string;
  payment_intent_data?: Params;
  submit_type?: string;
  subscription_data?: Params;
  success_url?: string;
  ui_mode?: string;
};

const BUILT = [
  'adaptive_pricing',
  'allowed_payment_method_types',
  'cancel_url',
  'client_reference_id',
  'currency',
  'custom_text',
  'customer',
  'customer_creation',
  'customer_email',
  'expand',
  'expires_at',
  'line_items',
  'locale',
  'metadata',
  'mode',
  'origin_context',
  'payment_intent_data',
  'submit_type',
  'subscription_data',
  'success_url',
  'ui_mode',
];
const BUILT_PAYMENT_INTENT = [
  'description',
  'metadata',
  'receipt_email',
  'statement_descriptor',
  'statement_descriptor_suffix',
];

const MIN_TOTAL_CENTS = 50;
const MIN_LIFE_S = 30 * 60;
const MAX_LIFE_S = 24 * 60 * 60;

/** What a buyer can be offered here: a card, and a bank account that settles later. */
export const PAYMENT_METHOD_TYPES = ['card', 'us_bank_account'];

/** Holds everything but the line items to Stripe's rules; throws its error for what is refused. */
export function checkSessionParams(params: Params, nowS: number): SessionParams {
  refuseUnbuilt(params, BUILT);
  const given = params as SessionParams;
  if (!given.mode) throw missingParam('mode');
  if (given.mode === 'setup') throw notBuilt('The mode setup', 'mode');
  checkMode(given);
  const uiMode = given.ui_mode ?? 'hosted_page';
  if (uiMode !== 'hosted_page') throw notBuilt(`The ui_mode ${uiMode}`, 'ui_mode');
  if (!given.success_url) throw missingParam('success_url');
  checkUrl(given.success_url, 'success_url');
  if (given.cancel_url) checkUrl(given.cancel_url, 'cancel_url');
  if (!given.line_items?.length) throw missingParam('line_items');
  if (given.currency) checkCurrency(given.currency, 'currency');
  checkLength(given.client_reference_id, 200, 'client_reference_id');
  checkPayer(given);
  checkExpiry(given.expires_at, nowS);
  checkMethods(given);
  return given;
}

/** What the payment intent shall carry once there is one. */
export function checkPaymentIntentData(data: Params = {}): SessionHidden['paymentIntent'] {
  refuseUnbuilt(data, BUILT_PAYMENT_INTENT, 'payment_intent_data');
  const metadata = mergeMetadata({}, data.metadata as Params, 'payment_intent_data[metadata]');
  return { ...data, metadata } as SessionHidden['paymentIntent'];
}

/** What the subscription shall carry once there is one; undefined in the mode `payment`. */
export function checkSubscriptionData({
  mode,
  subscription_data: data = {},
}: SessionParams): SessionHidden['subscription'] {
  if (mode !== 'subscription') return undefined;
  refuseUnbuilt(data, ['description', 'metadata'], 'subscription_data');
  checkLength(data.description as string | undefined, 500, 'subscription_data[description]');
  const metadata = mergeMetadata({}, data.metadata as Params, 'subscription_data[metadata]');
  return { ...data, metadata };
}

/** What the buyer is offered; a subscription is paid by card alone. */
export function methodTypes({
  mode,
  allowed_payment_method_types: allowed,
}: SessionParams): string[] {
  const offered = mode === 'subscription' ? ['card'] : PAYMENT_METHOD_TYPES;
  return allowed ? offered.filter((type) => allowed.includes(type)) : offered;
}

/** The bounds of what one payment may be, in cents. */
export function checkTotal(totalCents: number): void {
  if (totalCents < MIN_TOTAL_CENTS) {
    throw invalidRequest(
      "The Checkout Session's total amount due must add up to at least $0.50 usd",
      undefined,
      'amount_too_small',
    );
  }
  if (totalCents > MAX_AMOUNT_CENTS) {
    throw invalidRequest(
      "The Checkout Session's total amount due must be no more than $999,999.99",
      undefined,
      'amount_too_large',
    );
  }
}

function checkPayer({
  customer,
  customer_creation: creation,
  customer_email: email,
}: SessionParams) {
  if (customer && creation) throw onlyOneOf('customer', 'customer_creation');
  if (customer && email) throw onlyOneOf('customer', 'customer_email');
  if (email && !isEmail(email)) {
    throw invalidRequest(`Invalid email address: ${email}`, 'customer_email', 'email_invalid');
  }
}

function checkExpiry(expiresAtS: number | undefined, nowS: number): void {
  if (expiresAtS === undefined) return;
  if (expiresAtS < nowS + MIN_LIFE_S) {
    throw invalidRequest(
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
      'expires_at',
    );
  }
  if (expiresAtS > nowS + MAX_LIFE_S) {
    throw invalidRequest(
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
      'expires_at',
    );
  }
}

/** Refuses what belongs to the other mode. */
function checkMode({ mode, ...given }: SessionParams): void {
  const foreign =
    mode === 'subscription'
      ? (['customer_creation', 'payment_intent_data'] as const)
      : (['subscription_data'] as const);
  for (const name of foreign) {
    if (given[name] === undefined) continue;
    throw invalidRequest(`You can not pass \`${name}\` in \`${mode}\` mode.`, name);
  }
}

function checkMethods(given: SessionParams): void {
  if (methodTypes(given).length > 0) return;
  const what = given.mode === 'subscription' ? 'card' : PAYMENT_METHOD_TYPES.join(' or ');
  throw notBuilt(`A session without ${what}`, 'allowed_payment_method_types');
}
