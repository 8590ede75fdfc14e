import type Stripe from 'stripe';
import { payerEmail } from './checkout-session.server.ts';
import type { Payment } from './order-kinds.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { stripe } from '#app/stripe/stripe.server.ts';

/** A session, with what `paymentOfSession` and `paidLines` need, up to ten lines, so that neither asks again. */
export function readSession(sessionId: string): Promise<Stripe.Checkout.Session> {
  return stripe().checkout.sessions.retrieve(sessionId, {
    expand: ['payment_intent.latest_charge.balance_transaction', 'line_items.data.price.product'],
  });
}

/** The payment behind a paid session: its own, or that of its subscription's first invoice. */
export async function paymentOfSession(session: Stripe.Checkout.Session): Promise<Payment> {
  const invoiceId = idOf(session.invoice);
  const intent =
    session.mode === 'subscription' && invoiceId
      ? await intentOfInvoice(invoiceId)
      : wholeOf(session.payment_intent);
  return {
    source: `checkout:${session.id}`,
    sessionId: session.id,
    paymentIntentId: intent?.id ?? idOf(session.payment_intent),
    customerId: idOf(session.customer),
    subscriptionId: idOf(session.subscription),
    invoiceId,
    email: payerEmail(session) ?? '',
    ...chargedBy(intent),
  };
}

/** The payment behind a paid invoice of a subscription. */
export async function paymentOfInvoice(invoice: Stripe.Invoice): Promise<Payment> {
  const intent = await intentOfInvoice(invoice.id);
  return {
    source: `invoice:${invoice.id}`,
    sessionId: null,
    paymentIntentId: intent?.id ?? null,
    customerId: idOf(invoice.customer),
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription),
    invoiceId: invoice.id,
    email: invoice.customer_email ?? '',
    ...chargedBy(intent),
  };
}

/** The id of what Stripe names by its id or, expanded, in full. */
export function idOf(value: string | { id: string } | null | undefined): string | null {
  return typeof value === 'string' ? value : (value?.id ?? null);
}

/** The payment intent that paid an invoice, with its charge and balance transaction. */
async function intentOfInvoice(invoiceId: string): Promise<Stripe.PaymentIntent | undefined> {
  const payments = stripe().invoicePayments.list({
    invoice: invoiceId,
    status: 'paid',
    limit: 100,
  });
  for await (const { payment } of payments) {
    const intentId = idOf(payment.payment_intent);
    if (!intentId) continue;
    return stripe().paymentIntents.retrieve(intentId, {
      expand: ['latest_charge.balance_transaction'],
    });
  }
  return undefined;
}

/** What Stripe names, where it has it expanded in full. */
const wholeOf = <T extends object>(value: string | T | null | undefined) =>
  value && typeof value === 'object' ? value : undefined;

/** When it was charged, and what Stripe kept of it; undefined while it does not say. */
function chargedBy(intent: Stripe.PaymentIntent | undefined): Pick<Payment, 'paidAt' | 'fee'> {
  const charge = wholeOf(intent?.latest_charge);
  const booked = wholeOf(charge?.balance_transaction);
  return {
    paidAt: charge ? new Date(charge.created * 1000) : now(),
    fee: booked && { transactionId: booked.id, cents: booked.fee },
  };
}
