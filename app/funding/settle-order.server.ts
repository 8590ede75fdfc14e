import Stripe from 'stripe';
import { openSession } from '#app/funding/checkout-session.server.ts';
import { fulfil } from '#app/funding/fulfil.server.ts';
import type { Order } from '#app/funding/order.ts';
import { release } from '#app/funding/release.server.ts';
import { rememberSession } from '#app/funding/remember-session.server.ts';
import { findOrder, linesOf, overdueOrders } from '#app/funding/store.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { db } from '#app/platform/db.server.ts';
import { log } from '#app/platform/log.server.ts';
import { stripe } from '#app/platform/stripe.server.ts';

/**
 * Ends an unpaid order for good, whatever state a crash left it in: its session is expired at
 * Stripe and its reservation released, or, if it was paid after all, the payment is recorded.
 */
export async function endOrder(order: Order): Promise<void> {
  const sessionId = order.sessionId ?? (await sessionLostInACrash(order));
  if (!sessionId) return;
  if (order.status === 'open') await expireSession(sessionId);
  await fulfil(sessionId);
}

/**
 * Looks after orders that are past their session's end and unfinished: open ones by ending them,
 * awaiting ones by asking Stripe again. Returns how many were settled.
 */
export async function settleOverdueOrders(
  status: 'open' | 'awaiting',
  graceSeconds = 60,
): Promise<number> {
  let settled = 0;
  const before = new Date(now().getTime() - graceSeconds * 1000);
  for (const order of await overdueOrders(status, before)) {
    try {
      await endOrder(order);
      const after = await findOrder(order.id);
      if (after && after.status !== order.status) settled += 1;
    } catch (error) {
      log.error({ err: error, orderId: order.id }, 'settling an order failed; it is tried again');
    }
  }
  return settled;
}

/** Expires a session unless it has ended or been paid in the meantime. */
async function expireSession(sessionId: string): Promise<void> {
  try {
    await stripe().checkout.sessions.expire(sessionId);
  } catch (error) {
    // Already complete or expired: what it is now is read by `fulfil`.
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  }
}

/**
 * The session of an order whose process died between writing the order and storing the session:
 * the same idempotency key answers with the session that was made. A refusal says that none was
 * made and none can be any more; then there is nothing to wait for.
 */
async function sessionLostInACrash(order: Order): Promise<string | undefined> {
  try {
    const session = await openSession(order, await linesOf(db(), order.id));
    await rememberSession(order.id, session);
    return session.id;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    await release(order.id, 'failed', 'no checkout session was made');
    return undefined;
  }
}
