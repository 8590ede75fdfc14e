import type Stripe from 'stripe';
import { recordPayment } from '#app/funding/checkout/record-payment.server.ts';
import type { UnpaidOrder } from './unpaid-orders.ts';

/** One payment recorded as the site does it once Stripe has answered. */
export async function recordAsTheSite(order: UnpaidOrder): Promise<void> {
  const session = {
    id: order.sessionId,
    currency: 'usd',
    amount_total: order.amountCents,
    customer_details: { email: order.email },
  } as Stripe.Checkout.Session;
  const paid = new Map([[order.productId, order.amountCents]]);
  await recordPayment({ id: order.id, kind: 'funding' }, session, paid, {
    source: `checkout:${order.sessionId}`,
    sessionId: order.sessionId,
    paymentIntentId: order.paymentIntentId,
    customerId: null,
    subscriptionId: null,
    invoiceId: null,
    email: order.email,
    paidAt: order.paidAt,
    fee: { transactionId: order.feeTransactionId, cents: order.feeCents },
  });
}
