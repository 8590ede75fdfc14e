import type { Card, Decline } from './cards.ts';
import { newId, randomText } from '#sandbox/stripe/api/ids.ts';
import type {
  Charge,
  PaymentIntent,
  Presented,
  Session,
  SessionHidden,
  StripeObject,
} from '#sandbox/stripe/objects.ts';
import { complete } from '#sandbox/stripe/api/schema.ts';

/** Who pays, and with what; a bank account is told by the absence of a card. */
export type Payer = { email: string; name: string; card?: Card };

export type PaymentError = {
  charge: string;
  code: string;
  decline_code?: string;
  message: string;
  payment_method: StripeObject;
  type: 'card_error' | 'invalid_request_error';
};

/** In which currency its payer saw it, where that was another one; of a part of it, that part. */
export function shownOf({ presentment_details: shown }: Presented, part = 1): Presented {
  if (!shown) return {};
  const { presentment_amount: amount, presentment_currency } = shown;
  const presentment_amount = Math.round(amount * part);
  return { presentment_details: { presentment_amount, presentment_currency } };
}

/** A fresh payment intent for a session that somebody tries to pay, or for an invoice. */
export function makePaymentIntent(
  session: Pick<
    Session,
    'amount_total' | 'currency' | 'customer' | 'payment_method_types' | 'presentment_details'
  >,
  data: SessionHidden['paymentIntent'],
  createdS: number,
): PaymentIntent {
  const id = newId('pi');
  return complete('payment_intent', {
    id,
    object: 'payment_intent',
    amount: session.amount_total,
    amount_capturable: 0,
    amount_received: 0,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: 'automatic',
    created: createdS,
    currency: session.currency,
    customer: session.customer,
    description: data.description ?? null,
    latest_charge: null,
    livemode: false,
    metadata: data.metadata ?? {},
    payment_method: null,
    payment_method_types: session.payment_method_types,
    ...shownOf(session),
    receipt_email: data.receipt_email ?? null,
    statement_descriptor: data.statement_descriptor ?? null,
    statement_descriptor_suffix: data.statement_descriptor_suffix ?? null,
    status: 'requires_payment_method',
  });
}

export function makePaymentMethod(payer: Payer, createdS: number): StripeObject {
  return complete('payment_method', {
    id: newId('pm'),
    object: 'payment_method',
    billing_details: billingDetails('PaymentMethod.BillingDetails', payer),
    created: createdS,
    livemode: false,
    metadata: {},
    ...(payer.card
      ? { type: 'card', card: cardOf('PaymentMethod.Card', payer.card) }
      : { type: 'us_bank_account', us_bank_account: bankOf('PaymentMethod.UsBankAccount') }),
  });
}

/** A charge that stands (its balance transaction is booked apart), waits, or failed. */
export function makeCharge(
  intent: PaymentIntent,
  paymentMethod: StripeObject,
  payer: Payer,
  status: Charge['status'],
  createdS: number,
): Charge {
  const failed = status === 'failed';
  const decline = payer.card?.decline;
  return complete('charge', {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: failed ? 0 : intent.amount,
    amount_refunded: 0,
    balance_transaction: null,
    billing_details: billingDetails('Charge.BillingDetails', payer),
    captured: !failed,
    created: createdS,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    outcome: complete('Charge.Outcome', {
      network_status: failed ? 'declined_by_network' : 'approved_by_network',
      reason: decline?.declineCode ?? null,
      risk_level: 'normal',
      seller_message: failed ? 'The bank declined the payment.' : 'Payment complete.',
      type: failed ? 'issuer_declined' : 'authorized',
    }),
    ...shownOf(intent),
    paid: status === 'succeeded',
    payment_intent: intent.id,
    payment_method: paymentMethod.id,
    payment_method_details: payer.card
      ? { type: 'card', card: cardOf('Charge.PaymentMethodDetails.Card', payer.card) }
      : {
          type: 'us_bank_account',
          us_bank_account: bankOf('Charge.PaymentMethodDetails.UsBankAccount'),
        },
    receipt_email: (intent.receipt_email as string | null) ?? null,
    refunded: false,
    status,
  });
}

/** Why the last try failed, as the payment intent tells it; without a decline it was the bank. */
export function makePaymentError(
  charge: Charge,
  paymentMethod: StripeObject,
  decline?: Decline,
): PaymentError {
  return {
    charge: charge.id,
    code: decline?.code ?? 'payment_method_provider_decline',
    ...(decline ? { decline_code: decline.declineCode } : {}),
    message: decline?.message ?? 'The bank did not settle the payment.',
    payment_method: paymentMethod,
    type: decline ? 'card_error' : 'invalid_request_error',
  };
}

function billingDetails(schema: string, { email, name }: Payer) {
  return complete(schema, { address: complete('Address', {}), email, name });
}

function cardOf(schema: string, card: Card) {
  const checks = complete(`${schema}.Checks`, {
    cvc_check: card.decline?.code === 'incorrect_cvc' ? 'fail' : 'pass',
  });
  return complete(schema, {
    brand: card.brand,
    checks,
    country: card.country ?? 'US',
    exp_month: card.expMonth,
    exp_year: card.expYear,
    funding: 'credit',
    last4: card.last4,
    ...(schema.startsWith('Charge') ? { network: card.brand } : { display_brand: card.brand }),
  });
}

function bankOf(schema: string) {
  return complete(schema, {
    account_holder_type: 'individual',
    account_type: 'checking',
    bank_name: 'STRIPE TEST BANK',
    last4: '6789',
    routing_number: '110000000',
  });
}
