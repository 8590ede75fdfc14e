import { fulfil } from '#app/funding/fulfil.server.ts';
import type { Order } from '#app/funding/order.ts';
import { recordUnnamed } from '#app/funding/order-kinds.server.ts';
import { findOrder, findOrderByPayment } from '#app/funding/store.server.ts';
import { isUuid } from '#app/kit/text.ts';
import { stripe } from '#app/platform/stripe.server.ts';

/**
 * The order of a payment, recorded first where what is told of the payment was quicker; undefined
 * where it is none of ours. Throws where it is ours and cannot be recorded yet: try again.
 */
export async function orderOfPayment(paymentIntentId: string): Promise<Order | undefined> {
  const known = await findOrderByPayment(paymentIntentId);
  if (known) return known;
  const intent = await stripe().paymentIntents.retrieve(paymentIntentId);
  const orderId = intent.metadata.order_id;
  const order = orderId && isUuid(orderId) ? await findOrder(orderId) : undefined;
  if (order?.sessionId) await fulfil(order.sessionId);
  if (!order && !(await recordUnnamed(paymentIntentId))) return undefined;
  const recorded = await findOrderByPayment(paymentIntentId);
  if (!recorded) throw new Error(`Payment ${paymentIntentId} is of an order not recorded yet.`);
  return recorded;
}
