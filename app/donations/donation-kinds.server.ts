import type Stripe from 'stripe';
import { recordDonations } from '#app/funding/checkout/record-donation.server.ts';
import type { CheckoutTerms, OrderKind, Payment } from '#app/funding/order-kinds.server.ts';
import type { Order } from '#app/funding/order.ts';
import { present } from '#app/kit/assert.ts';
import { normaliseEmail } from '#app/kit/text.ts';
import type { Tx } from '#app/platform/database/db.server.ts';
import { nudge } from '#app/platform/database/queue.server.ts';
import { site } from '#app/site.ts';
import { subscriptions } from '#db/schema.ts';
import { recordInvoicePaidBy } from './record-invoice.server.ts';
import { SYNC_SUBSCRIPTION_JOB } from './sync-subscription.server.ts';

/** A one-time donation: one payment, for no product. */
export const donationKind: OrderKind = {
  cancelPath: '/donate',
  isByCard: false,
  isGrouped: true,
  async terms(order) {
    return termsOf('payment', {
      currency: 'usd',
      unit_amount: order.amountCents,
      product_data: { name: `Donation to ${site.name}` },
    });
  },
  record: recordDonations,
};

/** A monthly donation: its first payment is an order, each later one an order of its own. */
export const subscriptionKind: OrderKind = {
  cancelPath: '/donate',
  // A bank debit that bounces days later would leave a subscription half begun.
  isByCard: true,
  isGrouped: false,
  async terms(order) {
    return termsOf('subscription', {
      currency: 'usd',
      unit_amount: order.amountCents,
      recurring: { interval: 'month' },
      product_data: { name: `Monthly donation to ${site.name}` },
    });
  },
  async record(tx, paid) {
    for (const { order, payment } of paid) await startSubscription(tx, order, payment);
    return recordDonations(tx, paid);
  },
  recordUnnamed: recordInvoicePaidBy,
};

function termsOf(
  mode: CheckoutTerms['mode'],
  price: Stripe.Checkout.SessionCreateParams.LineItem.PriceData,
): CheckoutTerms {
  return { mode, lineItems: [{ quantity: 1, price_data: price }] };
}

/**
 * Writes down the monthly donation that a paid order began, unless an event was faster, and has
 * Stripe asked for its period and state: what was told of it earlier found no row.
 */
async function startSubscription(tx: Tx, order: Order, payment: Payment): Promise<void> {
  const id = present(payment.subscriptionId, 'the subscription of a monthly donation');
  await tx
    .insert(subscriptions)
    .values({
      id,
      orderId: order.id,
      customerId: present(payment.customerId, 'the customer of a monthly donation'),
      email: payment.email,
      emailNormalised: normaliseEmail(payment.email),
      amountCents: order.amountCents,
      status: 'active',
      createdAt: payment.paidAt,
    })
    .onConflictDoNothing({ target: subscriptions.id });
  await nudge(tx, SYNC_SUBSCRIPTION_JOB, { subscriptionId: id });
}
