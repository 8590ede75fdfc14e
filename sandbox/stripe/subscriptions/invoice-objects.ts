import { newId } from '#sandbox/stripe/api/ids.ts';
import type {
  Customer,
  Invoice,
  InvoiceLine,
  InvoicePayment,
  StripeProduct,
  StripeSubscription,
  SubscriptionItem,
} from '#sandbox/stripe/objects.ts';
import { complete } from '#sandbox/stripe/api/schema.ts';
import { amountCents, periodOf } from './subscription-objects.ts';

export type InvoiceDraft = {
  id: string;
  subscription: StripeSubscription;
  customer: Customer;
  products: StripeProduct[];
  reason: Invoice['billing_reason'];
  /** What the invoice says of itself: for a renewal the period that ended, in seconds. */
  period: { start: number; end: number };
};

/** The draft of an invoice for the subscription's running period. */
export function makeInvoice(draft: InvoiceDraft, nowS: number): Invoice {
  const { id, subscription, customer, reason, period } = draft;
  const totalCents = amountCents(subscription);
  return complete<object>('invoice', {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Payment sandbox',
    amount_due: totalCents,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: totalCents,
    amount_shipping: 0,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: complete('Invoice.AutomaticTax', { enabled: false }),
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: nowS,
    currency: 'usd',
    customer: customer.id,
    customer_email: customer.email,
    customer_name: customer.name,
    customer_phone: customer.phone,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_tax_rates: [],
    description: null,
    discounts: [],
    ending_balance: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    lines: {
      object: 'list',
      data: subscription.items.data.map((item, index) =>
        makeLine(item, draft, draft.products[index]!),
      ),
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    parent: complete('Invoice.Parent', {
      type: 'subscription_details',
      subscription_details: {
        subscription: subscription.id,
        metadata: subscription.metadata,
      },
    }),
    payment_settings: complete('Invoice.PaymentSettings', {}),
    period_end: period.end,
    period_start: period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    starting_balance: 0,
    status: 'draft',
    status_transitions: complete('Invoice.StatusTransitions', {}),
    subtotal: totalCents,
    subtotal_excluding_tax: totalCents,
    total: totalCents,
    total_discount_amounts: [],
    total_excluding_tax: totalCents,
    total_pretax_credit_amounts: [],
    total_taxes: [],
  }) as Invoice;
}

/** The link of an invoice to the payment intent that is to pay it. */
export function makeInvoicePayment(
  { id, amount_due: amountDueCents, currency }: Invoice,
  paymentIntentId: string,
  nowS: number,
): InvoicePayment {
  return complete<object>('invoice_payment', {
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_requested: amountDueCents,
    created: nowS,
    currency,
    invoice: id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: paymentIntentId },
    status: 'open',
    status_transitions: complete('InvoicePayment.StatusTransitions', {}),
  }) as InvoicePayment;
}

function makeLine(
  { id, price, quantity }: SubscriptionItem,
  { id: invoice, subscription }: InvoiceDraft,
  product: StripeProduct,
): InvoiceLine {
  const { interval, interval_count: count } = price.recurring!;
  const each = `$${(price.unit_amount / 100).toFixed(2)}`;
  return complete<object>('line_item', {
    id: newId('il'),
    object: 'line_item',
    amount: price.unit_amount * quantity,
    currency: price.currency,
    description: `${quantity} × ${product.name} (at ${each} / ${count === 1 ? '' : `${count} `}${interval})`,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice,
    livemode: false,
    metadata: subscription.metadata,
    parent: complete('InvoiceLineItem.Parent', {
      type: 'subscription_item_details',
      subscription_item_details: complete('InvoiceLineItem.Parent.SubscriptionItemDetails', {
        proration: false,
        subscription: subscription.id,
        subscription_item: id,
      }),
    }),
    period: periodOf(subscription),
    pretax_credit_amounts: [],
    pricing: {
      type: 'price_details',
      price_details: { price: price.id, product: price.product },
      unit_amount_decimal: String(price.unit_amount),
    },
    quantity,
    quantity_decimal: String(quantity),
    subscription: subscription.id,
    subtotal: price.unit_amount * quantity,
    taxes: [],
  }) as InvoiceLine;
}
