import type Stripe from 'stripe';
import { findPool } from '#app/catalogue/pools.server.ts';
import { recordFunding } from '#app/funding/checkout/record-funding.server.ts';
import { recordMonthly } from '#app/funding/checkout/record-monthly.server.ts';
import type { CheckoutTerms, OrderKind, Payment } from '#app/funding/order-kinds.server.ts';
import { storedPurpose, type GiftPurpose } from '#app/funding/gift-purpose.ts';
import type { Order } from '#app/funding/order.ts';
import { present } from '#app/kit/assert.ts';
import { normaliseEmail } from '#app/kit/text.ts';
import type { Posting } from '#app/ledger/post.server.ts';
import { db, type Tx } from '#app/platform/database/db.server.ts';
import { nudge } from '#app/platform/database/queue.server.ts';
import { site } from '#app/site.ts';
import { subscriptions } from '#db/schema.ts';
import { choosePurpose, monthlyName, purposeChosen } from './monthly-purpose.server.ts';
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
  record: recordFunding,
};

/** A monthly donation: its first payment is an order, each later one an order of its own. */
export const subscriptionKind: OrderKind = {
  cancelPath: '/donate',
  // A bank debit that bounces days later would leave a subscription half begun.
  isByCard: true,
  isGrouped: false,
  async terms(order) {
    const purpose = await purposeChosen(db(), order.id);
    const terms = termsOf('subscription', {
      currency: 'usd',
      unit_amount: order.amountCents,
      recurring: { interval: 'month' },
      product_data: { name: await monthlyName(purpose) },
    });
    return purpose === 'project' ? terms : { ...terms, fields: { purpose: String(purpose) } };
  },
  async record(tx, paid) {
    const postings: Posting[] = [];
    for (const { order, payment } of paid) {
      const purpose = await purposeChosen(tx, order.id);
      await startSubscription(tx, order, payment, purpose);
      postings.push(...(await recordMonthly(tx, { order, payment }, purpose)));
    }
    return postings;
  },
  async rebuild(tx, orderId, { session }) {
    const purpose = storedPurpose(session.metadata?.purpose);
    await choosePurpose(tx, orderId, purpose);
    const isLost = typeof purpose === 'number' && !(await findPool(purpose));
    return isLost ? `its pool ${purpose} is lost` : undefined;
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
async function startSubscription(
  tx: Tx,
  order: Order,
  payment: Payment,
  purpose: GiftPurpose,
): Promise<void> {
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
      purpose: String(purpose),
      status: 'active',
      createdAt: payment.paidAt,
    })
    .onConflictDoNothing({ target: subscriptions.id });
  await nudge(tx, SYNC_SUBSCRIPTION_JOB, { subscriptionId: id });
}
