import type Stripe from 'stripe';
import { site } from '#app/site.ts';
import { recordDonation } from '#app/funding/checkout/record-donation.server.ts';
import type { CheckoutTerms, OrderKind } from '#app/funding/order-kinds.server.ts';
import { recordInvoicePaidBy } from './record-invoice.server.ts';
import { startSubscription } from './start-subscription.server.ts';

/** A one-time donation: one payment, for no product. */
export const donationKind: OrderKind = {
  cancelPath: '/donate',
  isByCard: false,
  async terms(order) {
    return termsOf('payment', {
      currency: 'usd',
      unit_amount: order.amountCents,
      product_data: { name: `Donation to ${site.name}` },
    });
  },
  record: recordDonation,
};

/** A monthly donation: its first payment is an order, each later one an order of its own. */
export const subscriptionKind: OrderKind = {
  cancelPath: '/donate',
  // A bank debit that bounces days later would leave a subscription half begun.
  isByCard: true,
  async terms(order) {
    return termsOf('subscription', {
      currency: 'usd',
      unit_amount: order.amountCents,
      recurring: { interval: 'month' },
      product_data: { name: `Monthly donation to ${site.name}` },
    });
  },
  async record(tx, order, payment) {
    await recordDonation(tx, order, payment);
    await startSubscription(tx, order, payment);
  },
  recordUnnamed: recordInvoicePaidBy,
};

function termsOf(
  mode: CheckoutTerms['mode'],
  price: Stripe.Checkout.SessionCreateParams.LineItem.PriceData,
): CheckoutTerms {
  return { mode, lineItems: [{ quantity: 1, price_data: price }] };
}
