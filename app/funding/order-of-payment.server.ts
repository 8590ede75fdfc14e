import { recordUnnamed } from './order-kinds.server.ts';
import type { Order } from './order.ts';
import { findOrder, findOrderByPayment } from './store.server.ts';
import { isUuid } from '#app/kit/text.ts';
import { stripe } from '#app/stripe/stripe.server.ts';
import { fulfil, fulfilSessionOf } from '#app/funding/checkout/fulfil.server.ts';

/** It is of an order of ours, which cannot be recorded yet: try again. */
export class NotRecordedYet extends Error {}

/**
 * The order of a payment, recorded first where what is told of the payment was quicker; undefined
 * where it is none of ours. Throws where it is ours and cannot be recorded yet: try again.
 */
export async function orderOfPayment(paymentIntentId: string): Promise<Order | undefined> {
  const known = await findOrderByPayment(paymentIntentId);
  if (known) return known;
  const intent = await stripe().paymentIntents.retrieve(paymentIntentId);
  const order = isOurs(intent) ? await findOrder(intent.metadata.order_id ?? '') : undefined;
  if (order?.sessionId) await fulfil(order.sessionId);
  const isLost = !order && isOurs(intent);
  if (isLost) await fulfilSessionOf({ payment_intent: paymentIntentId });
  const adopted = isLost ? await findOrderByPayment(paymentIntentId) : undefined;
  if (adopted) return adopted;
  if (!order && !(await recordUnnamed(paymentIntentId))) return undefined;
  const recorded = await findOrderByPayment(paymentIntentId);
  if (!recorded) throw new NotRecordedYet(`Payment ${paymentIntentId} is not recorded yet.`);
  return recorded;
}

/**
 * Whether something at Stripe (a session, a payment intent, a subscription) says that it is of an
 * order of this site. A subscription's payments say nothing: their subscription does.
 */
function isOurs(made: { metadata?: Record<string, string> | null }): boolean {
  return isUuid(made.metadata?.order_id ?? '');
}
