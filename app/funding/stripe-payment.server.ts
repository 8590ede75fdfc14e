import type Stripe from 'stripe';
import { payerEmail } from './checkout-session.server.ts';
import type { Payment } from './order-kinds.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { stripe } from '#app/stripe/stripe.server.ts';

/** What to expand on a session so that `paymentOfSession` need not ask again. */
export const SESSION_EXPANSIONS = ['payment_intent.latest_charge.balance_transaction'];

/** The payment behind a paid session: its own, or that of its subscription's first invoice. */
export async function paymentOfSession(session: Stripe.Checkout.Session): Promise<Payment> {
  const invoiceId = idOf(session.invoice);
  const intent =
    session.mode === 'subscription' && invoiceId
      ? await intentOfInvoice(invoiceId)
      : intentOf(session.payment_intent);
  return {
    source: `checkout:${session.id}`,
    sessionId: session.id,
    paymentIntentId: intent?.id ?? idOf(session.payment_intent),
    customerId: idOf(session.customer),
    subscriptionId: idOf(session.subscription),
    invoiceId,
    email: payerEmail(session) ?? '',
    paidAt: chargeOf(intent) ? new Date((chargeOf(intent)?.created ?? 0) * 1000) : now(),
    fee: feeOf(intent),
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
    paidAt: chargeOf(intent) ? new Date((chargeOf(intent)?.created ?? 0) * 1000) : now(),
    fee: feeOf(intent),
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

function intentOf(value: Stripe.Checkout.Session['payment_intent']) {
  return value && typeof value === 'object' ? value : undefined;
}

function chargeOf(intent: Stripe.PaymentIntent | undefined): Stripe.Charge | undefined {
  const charge = intent?.latest_charge;
  return charge && typeof charge === 'object' ? charge : undefined;
}

/** What Stripe kept of the payment; undefined while it does not say. */
function feeOf(intent: Stripe.PaymentIntent | undefined): Payment['fee'] {
  const booked = chargeOf(intent)?.balance_transaction;
  if (!booked || typeof booked === 'string') return undefined;
  return { transactionId: booked.id, cents: booked.fee };
}
