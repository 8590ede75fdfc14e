import Stripe from 'stripe';
import { isOrderKind, orderKind } from '#app/funding/order-kinds.server.ts';
import { endOrder } from './settle-order.server.ts';
import { findOrder } from '#app/funding/store.server.ts';
import type { Visitor } from '#app/http/call.ts';
import { log } from '#app/platform/log.server.ts';

/**
 * The hosted page's "cancel and go back": ends the checkout there and then, so that nobody waits for
 * what it holds, where the order's own browser takes that way. Answers the path to go on at: of the
 * page that the checkout began on, or of the order where it was paid at the same moment. Anybody
 * else, and whoever Stripe cannot be asked for, is only led back.
 */
export async function cancelCheckout(orderId: string, visitor: Visitor): Promise<string> {
  const order = await findOrder(orderId);
  // A renewal had no checkout.
  if (!order || !isOrderKind(order.kind)) return '/cart';
  const { cancelPath, notChargedPath = cancelPath } = orderKind(order.kind);
  if (order.browserHash !== visitor.browserHash) return cancelPath;
  if (order.status === 'open') {
    try {
      await endOrder(order);
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError)) throw error;
      log.warn({ err: error, orderId }, 'a checkout was left and could not be ended yet');
    }
  }
  const ended = await findOrder(orderId);
  if (ended?.status === 'expired') return notChargedPath;
  const hasPaid = ended?.status === 'paid' || ended?.status === 'awaiting';
  return hasPaid ? `/success?session_id=${ended.sessionId}` : cancelPath;
}
