import { SYNC_SUBSCRIPTION_JOB } from './sync-subscription.server.ts';
import type { Order } from '#app/funding/order.ts';
import type { Payment } from '#app/funding/order-kinds.server.ts';
import { present } from '#app/kit/assert.ts';
import { normaliseEmail } from '#app/kit/text.ts';
import type { Tx } from '#app/platform/database/db.server.ts';
import { nudge } from '#app/platform/database/queue.server.ts';
import { subscriptions } from '#db/schema.ts';

/**
 * Writes down the monthly donation that a paid order began, unless an event was faster, and has
 * Stripe asked for its period and state: what was told of it earlier found no row.
 */
export async function startSubscription(tx: Tx, order: Order, payment: Payment): Promise<void> {
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
