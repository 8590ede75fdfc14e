/**
 * The fields of Stripe's objects that the sandbox's own logic reads. Their other fields are filled
 * in by `complete` and held to openapi-subset.json by the conformance checker.
 */
export type StripeObject = { id: string; object: string; [field: string]: unknown };

export type Metadata = Record<string, string>;

export type Session = StripeObject & {
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
};

export type LineItem = StripeObject & {
  description: string;
  quantity: number;
  amount_total: number;
};

export type Price = StripeObject & {
  active: boolean;
  currency: string;
  product: string;
  type: 'one_time' | 'recurring';
  unit_amount: number;
};

export type Product = StripeObject & { name: string; description: string | null };

export type Customer = StripeObject & { email: string | null; name: string | null };

export type PaymentIntent = StripeObject & {
  amount: number;
  currency: string;
  customer: string | null;
  description: string | null;
  latest_charge: string | null;
  metadata: Metadata;
  payment_method: string | null;
  status: 'requires_payment_method' | 'processing' | 'succeeded' | 'canceled';
};

export type Charge = StripeObject & {
  amount: number;
  currency: string;
  description: string | null;
  status: 'pending' | 'succeeded' | 'failed';
};

export type StripeEvent = StripeObject & {
  created: number;
  type: string;
  data: { object: StripeObject; previous_attributes?: Record<string, unknown> };
  pending_webhooks: number;
};
