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
  // A subscription's payments name no order: their subscription does.
  const { order_id: orderId = '' } = intent.metadata;
  const order = await findOrder(orderId);
  if (order?.sessionId) await fulfil(order.sessionId);
  const isLost = !order && isUuid(orderId);
  if (isLost) await fulfilSessionOf({ payment_intent: paymentIntentId });
  const adopted = isLost ? await findOrderByPayment(paymentIntentId) : undefined;
  if (adopted) return adopted;
  if (!order && !(await recordUnnamed(paymentIntentId))) return undefined;
  const recorded = await findOrderByPayment(paymentIntentId);
  if (!recorded) throw new NotRecordedYet(`Payment ${paymentIntentId} is not recorded yet.`);
  return recorded;
}
