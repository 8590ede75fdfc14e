import type { Includables } from '#sandbox/stripe/api/expand.ts';
import { filters, listPage } from '#sandbox/stripe/api/lists.ts';
import { createCustomer, updateCustomer } from '#sandbox/stripe/checkout/customers.ts';
import { firstLineItems, listLineItems } from '#sandbox/stripe/checkout/line-items.ts';
import { createPrice } from '#sandbox/stripe/checkout/prices.ts';
import { postProduct } from '#sandbox/stripe/checkout/products.ts';
import {
  createSession,
  expireOpenSession,
  updateSession,
} from '#sandbox/stripe/checkout/sessions.ts';
import { postPortalSession } from '#sandbox/stripe/pages/portal-sessions.ts';
import { createRefund, refundsOf } from '#sandbox/stripe/payments/refunds.ts';
import {
  listInvoicePayments,
  listInvoices,
  paymentsOfInvoice,
} from '#sandbox/stripe/subscriptions/invoices.ts';
import {
  cancelSubscription,
  listSubscriptions,
  subscriptionsOfCustomer,
  updateSubscription,
} from '#sandbox/stripe/subscriptions/subscriptions.ts';
import { listEvents, retrieveEvent } from '#sandbox/stripe/webhooks/events.ts';
import { listWebhookEndpoints } from '#sandbox/stripe/webhooks/webhook-endpoints.ts';
import type { StripeObject } from './objects.ts';
import type { SandboxCall } from './sandbox.ts';

/** Answers a call with a fresh object, or throws a StripeError. Synchronous: see the router. */
type Handler = (call: SandboxCall) => unknown;

/**
 * Every call that the sandbox answers. What openapi-subset.json has beyond these is refused as not
 * built yet; what it does not have, as unknown.
 */
export const routes: Record<string, Handler> = {
  'POST /v1/checkout/sessions': createSession,
  'GET /v1/checkout/sessions': list('checkout.session'),
  'GET /v1/checkout/sessions/{id}': retrieve('checkout.session'),
  'POST /v1/checkout/sessions/{id}': updateSession,
  'POST /v1/checkout/sessions/{id}/expire': expireOpenSession,
  'GET /v1/checkout/sessions/{id}/line_items': listLineItems,

  'GET /v1/payment_intents': list('payment_intent'),
  'GET /v1/payment_intents/{id}': retrieve('payment_intent'),
  'GET /v1/charges': list('charge'),
  'GET /v1/charges/{id}': retrieve('charge'),
  'GET /v1/balance_transactions': list('balance_transaction'),
  'GET /v1/balance_transactions/{id}': retrieve('balance_transaction'),

  'POST /v1/refunds': createRefund,
  'GET /v1/refunds': list('refund'),
  'GET /v1/refunds/{id}': retrieve('refund'),
  'GET /v1/disputes': list('dispute'),
  'GET /v1/disputes/{id}': retrieve('dispute'),

  'POST /v1/customers': createCustomer,
  'GET /v1/customers': list('customer'),
  'GET /v1/customers/{id}': retrieve('customer'),
  'POST /v1/customers/{id}': updateCustomer,
  'POST /v1/products': postProduct,
  'GET /v1/products': list('product', { ids: 'id' }),
  'GET /v1/products/{id}': retrieve('product'),
  'POST /v1/prices': createPrice,
  'GET /v1/prices': list('price', { lookup_keys: 'lookup_key' }),
  'GET /v1/prices/{id}': retrieve('price'),

  'GET /v1/subscriptions': listSubscriptions,
  'GET /v1/subscriptions/{id}': retrieve('subscription'),
  'POST /v1/subscriptions/{id}': updateSubscription,
  'DELETE /v1/subscriptions/{id}': cancelSubscription,
  'GET /v1/invoices': listInvoices,
  'GET /v1/invoices/{id}': retrieve('invoice'),
  'GET /v1/invoice_payments': listInvoicePayments,

  'POST /v1/billing_portal/sessions': postPortalSession,

  'GET /v1/events': listEvents,
  'GET /v1/events/{id}': retrieveEvent,
  'GET /v1/webhook_endpoints': listWebhookEndpoints,
};

/** Lists that show only when expanded. */
export const includables: Includables = {
  'checkout.session.line_items': firstLineItems,
  'customer.subscriptions': subscriptionsOfCustomer,
  'invoice.payments': paymentsOfInvoice,
  'charge.refunds': refundsOf,
};

/** A handler that shows one stored object of the kind. */
function retrieve(kind: string) {
  return ({ sandbox, id }: SandboxCall) => sandbox.store.need<StripeObject>(kind, id);
}

/** A handler that lists a kind; `rename` as in `filters`. */
function list(kind: string, rename: Record<string, string> = {}) {
  return ({ sandbox, params, path }: SandboxCall) => {
    const conditions = filters(params, rename);
    return listPage(sandbox.store, { kind, url: path, params, conditions });
  };
}
