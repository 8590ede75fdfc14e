import Stripe from 'stripe';
import { findSession, openSession } from '#app/funding/checkout-session.server.ts';
import { fulfil } from './fulfil.server.ts';
import type { Order } from '#app/funding/order.ts';
import { release } from './release.server.ts';
import { rememberSession } from './place-order.server.ts';
import {
  findOrder,
  lockOrder,
  ordersWithoutSession,
  overdueOrders,
} from '#app/funding/store.server.ts';
import { present } from '#app/kit/assert.ts';
import { pagesOf } from '#app/kit/batches.ts';
import { now } from '#app/platform/clock.server.ts';
import { stripeNow } from '#app/stripe/clocks.server.ts';
import { changeRow, type Tx } from '#app/database/db.server.ts';
import { log } from '#app/platform/log.server.ts';
import { countHits } from '#app/http/limits/rate-limit.server.ts';
import { isUnknownAtStripe, stripe, whileVisitorWaits } from '#app/stripe/stripe.server.ts';
import { orders } from '#db/schema.ts';

/**
 * Ends an unpaid order for good, whatever state a crash left it in: its session is expired at
 * Stripe and its reservation released, or, if it was paid after all, the payment is recorded.
 */
export async function endOrder(order: Order): Promise<void> {
  const sessionId = order.sessionId ?? (await sessionLostInACrash(order));
  if (!sessionId) return;
  try {
    if (order.status === 'open') await expireSession(sessionId);
    await fulfil(sessionId);
  } catch (error) {
    // Another account, or a sandbox that was emptied: nobody can pay this session any more.
    if (!isUnknownAtStripe(error) || !isPastItsEnd(order)) throw error;
    await release(order.id, 'failed', 'Stripe does not know the session');
  }
}

/**
 * Moves the end of an open order to now, for `settleOverdueOrders` to carry out should nobody else: it
 * answers where the order stood. One without a session keeps its end, which Stripe was told of, and is
 * looked after by `settleLostOrders`.
 */
export async function endNow(tx: Tx, orderId: string): Promise<Order['status']> {
  const order = present(await lockOrder(tx, orderId), 'an order to end');
  if (order.status === 'open' && order.sessionId) {
    await changeRow(tx, orders, orderId, { expiresAt: stripeNow() });
  }
  return order.status;
}

/**
 * Looks after orders that are past their session's end and unfinished: open ones by ending them,
 * awaiting ones by asking Stripe again. Returns how many were settled.
 */
export async function settleOverdueOrders(status: 'open' | 'awaiting', graceSeconds = 60) {
  let settled = 0;
  const before = new Date(stripeNow().getTime() - graceSeconds * 1000);
  for await (const page of pagesOf((last?: Order) => overdueOrders(status, before, last)))
    for (const order of page) if (await hasSettled(order)) settled += 1;
  return settled;
}

/** A session is made within so many seconds, or whoever was asking for it is gone. */
const STARTING_SECONDS = 30;

/**
 * Ends orders whose session was never stored, though they were placed long enough ago: their process
 * has died, or Stripe did not answer it, so that nobody was led to a page where they could pay. Stripe
 * is asked under the order's own key, so any number of processes may do this at once, and one that
 * is only slow is told that its order has ended. Of any product, or of these; returns how many ended.
 * `isFree` is for who asks as often as they like: all of them together ask Stripe once a minute.
 */
export async function settleLostOrders(productIds?: number[], isFree = false): Promise<number> {
  const before = new Date(now().getTime() - STARTING_SECONDS * 1000);
  let settled = 0;
  for (const order of await ordersWithoutSession(before, productIds)) {
    if (isFree && !(await isFirstThisMinute(order))) break;
    const settling = hasSettled(order);
    // A visitor waits for it: not for a silent Stripe, and where it is out of reach, not once for each.
    const isSoon = productIds ? whileVisitorWaits(settling).catch(() => false) : settling;
    if (await isSoon) settled += 1;
    else if (productIds) break;
  }
  return settled;
}

/** Whether nobody else has looked after this order in the same way this minute. */
async function isFirstThisMinute({ id }: Order): Promise<boolean> {
  const [hits] = await countHits([{ key: `lost-order:${id}`, windowSeconds: 60 }]);
  return hits === 1;
}

async function hasSettled(order: Order): Promise<boolean> {
  try {
    await endOrder(order);
    return (await findOrder(order.id))?.status !== order.status;
  } catch (error) {
    log.error({ err: error, orderId: order.id }, 'settling an order failed; it is tried again');
    return false;
  }
}

/** Expires a session unless it has ended or been paid in the meantime. */
export async function expireSession(sessionId: string): Promise<void> {
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
 * made and none can be any more. Where Stripe keeps answering with an error of its own, or the
 * request is no longer the same, its list of sessions tells.
 */
async function sessionLostInACrash(order: Order): Promise<string | undefined> {
  let session;
  try {
    session = await openSession(order);
  } catch (error) {
    const { StripeInvalidRequestError, StripeAPIError, StripeIdempotencyError } = Stripe.errors;
    const isRefused = error instanceof StripeInvalidRequestError;
    // 409: the very same request is under way elsewhere, and may make the session yet.
    const isUnderWay = error instanceof Stripe.errors.StripeError && error.statusCode === 409;
    const isAnswered = (error instanceof StripeAPIError && !isUnderWay) || isPastItsEnd(order);
    if (!isRefused && !isAnswered && !(error instanceof StripeIdempotencyError)) throw error;
    session = isRefused ? undefined : await findSession(order);
    if (!session && !isRefused && !isAnswered) throw error;
  }
  if (!session) {
    await release(order.id, 'failed', 'no checkout session was made');
    return undefined;
  }
  await rememberSession(order.id, session);
  return session.id;
}

function isPastItsEnd(order: Order): boolean {
  return stripeNow() > order.expiresAt;
}
