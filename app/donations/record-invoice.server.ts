import type Stripe from 'stripe';
import { purposeNow } from './purposes.server.ts';
import { findSubscription, lockSubscription } from './store.server.ts';
import { firstOrderOf, syncSubscription } from './sync-subscription.server.ts';
import { findSession } from '#app/funding/checkout-session.server.ts';
import { fulfil } from '#app/funding/checkout/fulfil.server.ts';
import type { Order } from '#app/funding/order.ts';
import { mailPayer } from '#app/funding/mail-payer.server.ts';
import { recordRenewal } from '#app/funding/checkout/record-gift.server.ts';
import { findOrder } from '#app/funding/store.server.ts';
import { idOf, paymentOfInvoice } from '#app/funding/stripe-payment.server.ts';
import { inTransaction } from '#app/database/db.server.ts';
import { log } from '#app/platform/log.server.ts';
import { stripe } from '#app/stripe/stripe.server.ts';

/**
 * Records a paid invoice of a monthly donation, once, whoever tells of it and however often:
 * the first one is its checkout's payment, each later one an order of its own.
 * An invoice of a subscription that is none of ours does nothing. Whether it is one of ours.
 */
export async function recordInvoice(invoiceId: string): Promise<boolean> {
  const invoice = await stripe().invoices.retrieve(invoiceId);
  const first = await orderBehind(invoice);
  if (!first || invoice.status !== 'paid') return first !== undefined;
  // A renewal may be heard of before the checkout is: that one is recorded first.
  if (first.status !== 'paid') await fulfilFirst(first);
  if (invoice.billing_reason !== 'subscription_create') await renew(first, invoice);
  return true;
}

/** Records the invoice that a payment is of, where it was told of otherwise first; as above. */
export async function recordInvoicePaidBy(paymentIntentId: string): Promise<boolean> {
  const payment = { type: 'payment_intent', payment_intent: paymentIntentId } as const;
  for await (const paid of stripe().invoicePayments.list({ payment, limit: 100 })) {
    const invoiceId = idOf(paid.invoice);
    if (invoiceId && (await recordInvoice(invoiceId))) return true;
  }
  return false;
}

/** Tells a donor, once an invoice, that a later payment did not go through. */
export async function recordFailedInvoice(invoiceId: string): Promise<void> {
  const invoice = await stripe().invoices.retrieve(invoiceId);
  // At the first one the payer sits before the hosted page, and a paid one was tried again.
  if (invoice.billing_reason === 'subscription_create' || invoice.status === 'paid') return;
  const subscriptionId = subscriptionOf(invoice);
  const first = await orderBehind(invoice);
  if (!subscriptionId || !first) return;
  // It may be heard of before the checkout is, which knows whom to tell.
  if (first.status !== 'paid') await fulfilFirst(first);
  await syncSubscription(subscriptionId);
  await inTransaction(async (tx) => {
    const row = await lockSubscription(tx, subscriptionId);
    await mailPayer(tx, row, 'renewal-failed', { subscriptionId, invoiceId }, invoiceId);
  });
}

/** The order that the subscription of an invoice began with; undefined where it is none of ours. */
async function orderBehind(invoice: Stripe.Invoice): Promise<Order | undefined> {
  const subscriptionId = subscriptionOf(invoice);
  if (!subscriptionId) return undefined;
  const row = await findSubscription(subscriptionId);
  if (row) return findOrder(row.orderId);
  return firstOrderOf(await stripe().subscriptions.retrieve(subscriptionId));
}

async function fulfilFirst(order: Order): Promise<void> {
  const sessionId = order.sessionId ?? (await findSession(order))?.id;
  if (sessionId) await fulfil(sessionId);
}

async function renew(first: Order, invoice: Stripe.Invoice): Promise<void> {
  if (invoice.amount_paid === 0) return;
  const payment = await paymentOfInvoice(invoice);
  if (invoice.currency !== 'usd' || !payment.paymentIntentId) {
    // Another currency, or marked as paid elsewhere: nothing that Stripe holds in our dollars.
    log.error({ invoiceId: invoice.id }, 'a paid invoice cannot be booked');
    return;
  }
  // What was chosen since is heard of later, or was lost with a database that was set back.
  if (payment.subscriptionId) await syncSubscription(payment.subscriptionId);
  const email = payment.email || first.email || '';
  await recordRenewal(first, { ...payment, email }, invoice.amount_paid, (tx) =>
    purposeNow(tx, payment.subscriptionId, first.id),
  );
}

function subscriptionOf(invoice: Stripe.Invoice): string | null {
  return idOf(invoice.parent?.subscription_details?.subscription);
}
