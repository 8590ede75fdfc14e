import type { Card } from '#sandbox/stripe/payments/cards.ts';

/**
 * The fields of Stripe's objects that the sandbox's own logic reads. Their other fields are filled
 * in by `complete` and held to openapi-subset.json by the conformance checker.
 */
export type StripeObject = { id: string; object: string; [field: string]: unknown };

export type Metadata = Record<string, string>;

/** What a payer was shown and paid, where that was another currency than the payment's. */
export type Presented = {
  presentment_details?: { presentment_amount: number; presentment_currency: string };
};

export type Session = StripeObject &
  Presented & {
    mode: 'payment' | 'subscription';
    subscription: string | null;
    invoice: string | null;
    status: 'open' | 'complete' | 'expired';
    payment_status: 'paid' | 'unpaid';
    amount_total: number;
    currency: string;
    created: number;
    expires_at: number;
    customer: string | null;
    customer_creation: 'always' | 'if_required' | null;
    customer_details: { email: string | null } | null;
    customer_email: string | null;
    payment_intent: string | null;
    payment_method_types: string[];
    metadata: Metadata;
    success_url: string;
    cancel_url: string | null;
    submit_type: string | null;
    custom_text: { submit: { message: string } | null };
    url: string | null;
    /** Where it is in another currency than it was asked for in. */
    currency_conversion?: { amount_total: number } | null;
  };

/** What a session was created with but does not show. */
export type SessionHidden = {
  paymentIntent: {
    description?: string;
    metadata?: Metadata;
    receipt_email?: string;
    statement_descriptor?: string;
    statement_descriptor_suffix?: string;
  };
  /** Present where the session is in the mode `subscription`. */
  subscription?: { description?: string; metadata: Metadata };
};

export type LineItem = StripeObject & {
  description: string;
  quantity: number;
  amount_total: number;
  price: StripePrice;
};

export type StripePrice = StripeObject & {
  active: boolean;
  currency: string;
  product: string;
  type: 'one_time' | 'recurring';
  unit_amount: number;
  recurring: Recurring | null;
};

/** A rhythm: every `interval_count` days, weeks, months or years. */
export type Recurring = { interval: 'day' | 'week' | 'month' | 'year'; interval_count: number };

export type StripeProduct = StripeObject & { name: string; description: string | null };

export type Customer = StripeObject & {
  email: string | null;
  name: string | null;
  description: string | null;
  phone: string | null;
  metadata: Metadata;
  /** How the numbers of the customer's invoices begin; from the first invoice on. */
  invoice_prefix?: string;
  next_invoice_sequence?: number;
};

/** Its `hidden` is a {@link PaymentMethodHidden}. */
export type PaymentMethod = StripeObject & {
  billing_details: { email: string | null; name: string | null };
  card?: { brand: string; last4: string; exp_month: number; exp_year: number };
  customer: string | null;
};

/** How the card behaves; its number is kept nowhere. */
export type PaymentMethodHidden = { card: Card };

export type SubscriptionItem = StripeObject & {
  current_period_start: number;
  current_period_end: number;
  price: StripePrice;
  quantity: number;
};

export type StripeSubscription = StripeObject & {
  billing_cycle_anchor: number;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  cancellation_details: CancellationDetails;
  created: number;
  customer: string;
  default_payment_method: string;
  description: string | null;
  ended_at: number | null;
  items: { data: SubscriptionItem[] };
  latest_invoice: string;
  metadata: Metadata;
  status: 'active' | 'past_due' | 'canceled';
};

export type CancellationDetails = {
  comment: string | null;
  feedback: string | null;
  reason: 'cancellation_requested' | 'payment_failed' | null;
};

/** What the sandbox was told that later payments do, whatever the card would. */
export type SubscriptionHidden = { payments?: 'succeed' | 'fail' };

export type Invoice = StripeObject & {
  amount_due: number;
  amount_paid: number;
  amount_remaining: number;
  attempt_count: number;
  billing_reason: 'subscription_create' | 'subscription_cycle';
  created: number;
  currency: string;
  customer: string;
  hosted_invoice_url: string | null;
  lines: { data: InvoiceLine[] };
  next_payment_attempt: number | null;
  number: string | null;
  parent: { subscription_details: { subscription: string; metadata: Metadata } };
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
  status_transitions: { finalized_at: number | null; paid_at: number | null };
};

export type InvoiceLine = StripeObject & { amount: number; description: string };

export type InvoicePayment = StripeObject & {
  invoice: string;
  payment: { type: 'payment_intent'; payment_intent: string };
  status: 'open' | 'paid' | 'canceled';
};

export type PaymentIntent = StripeObject &
  Presented & {
    amount: number;
    currency: string;
    customer: string | null;
    description: string | null;
    latest_charge: string | null;
    metadata: Metadata;
    payment_method: string | null;
    status: 'requires_payment_method' | 'processing' | 'succeeded' | 'canceled';
  };

export type Charge = StripeObject &
  Presented & {
    amount: number;
    amount_refunded: number;
    balance_transaction: string | null;
    created: number;
    currency: string;
    description: string | null;
    disputed: boolean;
    payment_intent: string;
    payment_method_details?: object;
    refunded: boolean;
    status: 'pending' | 'succeeded' | 'failed';
  };

export type BalanceTransaction = StripeObject & {
  amount: number;
  available_on: number;
  currency: string;
  fee: number;
  net: number;
};

export type StripeRefund = StripeObject & {
  amount: number;
  balance_transaction: string | null;
  charge: string;
  created: number;
  failure_balance_transaction?: string;
  failure_reason?: string;
  metadata: Metadata;
  payment_intent: string;
  pending_reason?: string;
  status: 'pending' | 'succeeded' | 'failed';
};

export type Dispute = StripeObject & {
  amount: number;
  balance_transactions: BalanceTransaction[];
  charge: string;
  is_charge_refundable: boolean;
  payment_intent: string;
  status: 'needs_response' | 'warning_needs_response' | 'warning_closed' | 'won' | 'lost';
};

export type PortalSession = StripeObject & {
  configuration: string;
  created: number;
  customer: string;
  return_url: string | null;
  url: string;
};

/** When somebody last looked at the page of a portal session, in seconds. */
export type PortalSessionHidden = { usedS?: number };

export type StripeEvent = StripeObject & {
  created: number;
  type: string;
  data: { object: StripeObject; previous_attributes?: Record<string, unknown> };
  pending_webhooks: number;
};

/** How what is under way ends: a bank payment, or a refund. */
export type Outcome = 'succeeded' | 'failed';

export function isOutcome(text: unknown): text is Outcome {
  return text === 'succeeded' || text === 'failed';
}
