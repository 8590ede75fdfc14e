import { recordGift } from '#app/funding/checkout/record-gift.server.ts';
import type { LostOrder, OrderKind, Payment } from '#app/funding/order-kinds.server.ts';
import { storedPurpose, type GiftPurpose } from '#app/funding/gift-purpose.ts';
import type { Order } from '#app/funding/order.ts';
import { present } from '#app/kit/assert.ts';
import { normaliseEmail } from '#app/kit/text.ts';
import { db, type Tx } from '#app/database/db.server.ts';
import { nudge } from '#app/database/queue.server.ts';
import { subscriptions } from '#db/schema.ts';
import { choosePurpose, giftName, purposeChosen } from './purposes.server.ts';
import { recordInvoicePaidBy } from './record-invoice.server.ts';
import { SYNC_SUBSCRIPTION_JOB } from './sync-subscription.server.ts';

/** A one-time donation: one payment, for no product that its donor named. */
export const donationKind: OrderKind = {
  cancelPath: '/donate',
  isGrouped: false,
  async terms(order) {
    const purpose = await purposeChosen(db(), order.id);
    // What may go to a product is by card, as what is given to one is.
    return { ...termsOf(order, purpose), isByCard: purpose !== 'project' };
  },
  async record(tx, paid) {
    for (const one of paid) await recordGift(tx, one, await purposeChosen(tx, one.order.id));
  },
  rebuild: rebuildPurpose,
};

/** A monthly donation: its first payment is an order, each later one an order of its own. */
export const subscriptionKind: OrderKind = {
  cancelPath: '/donate',
  isGrouped: false,
  async terms(order) {
    const terms = termsOf(order, await purposeChosen(db(), order.id), { interval: 'month' });
    // A bank debit that bounces days later would leave a subscription half begun.
    return { ...terms, isByCard: true };
  },
  async record(tx, paid) {
    for (const { order, payment } of paid) {
      const purpose = await purposeChosen(tx, order.id);
      await startSubscription(tx, order, payment, purpose);
      await recordGift(tx, { order, payment }, purpose);
    }
  },
  rebuild: rebuildPurpose,
  recordUnnamed: recordInvoicePaidBy,
};

function termsOf(order: Order, purpose: GiftPurpose, recurring?: { interval: 'month' }) {
  const price = {
    currency: 'usd',
    unit_amount: order.amountCents,
    ...(recurring ? { recurring } : {}),
    product_data: { name: giftName(purpose, recurring !== undefined) },
  };
  return {
    mode: recurring ? ('subscription' as const) : ('payment' as const),
    lineItems: [{ quantity: 1, price_data: price }],
    ...(purpose === 'project' ? {} : { fields: { purpose } }),
  };
}

async function rebuildPurpose(tx: Tx, orderId: string, { session }: LostOrder) {
  await choosePurpose(tx, orderId, storedPurpose(session.metadata?.purpose));
  return undefined;
}

/**
 * Writes down the monthly donation that a paid order began, unless an event was faster, and has
 * Stripe asked for its period and state: what was told of it earlier found no row.
 */
async function startSubscription(tx: Tx, order: Order, payment: Payment, purpose: GiftPurpose) {
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
      purpose,
      status: 'active',
      createdAt: payment.paidAt,
    })
    .onConflictDoNothing({ target: subscriptions.id });
  await nudge(tx, SYNC_SUBSCRIPTION_JOB, { subscriptionId: id });
}
