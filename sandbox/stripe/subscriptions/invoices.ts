import { filters, listPage } from '#sandbox/stripe/api/lists.ts';
import type { InvoicePayment, StripeObject } from '#sandbox/stripe/objects.ts';
import type { SandboxCall } from '#sandbox/stripe/sandbox.ts';
import type { Store } from '#sandbox/stripe/store.ts';

/** GET /v1/invoices, newest first. */
export function listInvoices({ sandbox, params, path }: SandboxCall) {
  const { customer, subscription } = params as { customer?: string; subscription?: string };
  const { store } = sandbox;
  if (customer) store.need('customer', customer, { param: 'customer' });
  if (subscription) store.need('subscription', subscription, { param: 'subscription' });
  const conditions = filters(params, {
    subscription: 'parent.subscription_details.subscription',
  });
  return listPage(store, { kind: 'invoice', url: path, params, conditions });
}

/** GET /v1/invoice_payments, newest first; filters by invoice, status and what paid. */
export function listInvoicePayments({ sandbox, params, path }: SandboxCall) {
  const { invoice } = params as { invoice?: string };
  const { store } = sandbox;
  if (invoice) store.need('invoice', invoice, { param: 'invoice' });
  const conditions = filters(params);
  return listPage(store, { kind: 'invoice_payment', url: path, params, conditions });
}

/** What `expand[]=payments` shows of an invoice. */
export function paymentsOfInvoice(store: Store, { id }: StripeObject) {
  return {
    object: 'list',
    data: invoicePaymentsOf(store, id),
    has_more: false,
    url: `/v1/invoice_payments?invoice=${id}`,
  };
}

export function invoicePaymentsOf(store: Store, invoiceId: string): InvoicePayment[] {
  const rows = store.all<{ json: string }>(
    "SELECT json FROM objects WHERE parent = ? AND kind = 'invoice_payment' ORDER BY seq",
    invoiceId,
  );
  return rows.map(({ json }) => JSON.parse(json) as InvoicePayment);
}
