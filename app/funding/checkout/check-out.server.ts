import Stripe from 'stripe';
import { openSession } from '#app/funding/checkout-session.server.ts';
import * as messages from '#app/funding/messages.ts';
import type { Order } from '#app/funding/order.ts';
import { times } from './holds.server.ts';
import {
  placeOrder,
  takeOrderTurn,
  type OrderRefusal,
  rememberSession,
} from './place-order.server.ts';
import { release } from './release.server.ts';
import { endOrder, expireSession } from './settle-order.server.ts';
import { openOrdersOf } from '#app/funding/store.server.ts';
import { admit } from '#app/http/limits/admit.server.ts';
import { answer, refuse, refuseForNow, type Refusal, type Visitor } from '#app/http/call.ts';
import { inTransaction, type Tx } from '#app/database/db.server.ts';
import { checkouts } from '#app/http/limits/limits.ts';
import { log } from '#app/platform/log.server.ts';
import { noteLimitHit } from '#app/http/limits/rate-limit.server.ts';
import { whileVisitorWaits } from '#app/stripe/stripe.server.ts';

/**
 * Ends this browser's earlier open checkouts of the kind, whose session may still be paid: a
 * refusal where the payment provider cannot be asked.
 */
export async function endEarlierCheckouts(visitor: Visitor, kind: string) {
  try {
    const earlier = await openOrdersOf(visitor.browserHash, kind);
    await whileVisitorWaits(endAll(earlier));
    return undefined;
  } catch (error) {
    return providerFailed(error);
  }
}

async function endAll(earlier: readonly Order[]): Promise<void> {
  for (const order of earlier) await endOrder(order);
}

/**
 * Opens the checkout of an order without products, one per browser and kind, and ends an earlier one.
 * What comes with the order is written by `write`, in the transaction that places it.
 */
export async function openCheckout(
  visitor: Visitor,
  wanted: { kind: string; amountCents: number; returnUrl: string },
  write?: (tx: Tx, order: Order) => Promise<unknown>,
) {
  const unreachable = await endEarlierCheckouts(visitor, wanted.kind);
  if (unreachable) return unreachable;
  const placed = await inTransaction<Order | OrderRefusal>(async (tx) => {
    const { refusal } = await takeOrderTurn(tx, visitor, wanted.kind);
    if (refusal) return refusal;
    const order = await placeOrder(tx, visitor, wanted);
    await write?.(tx, order);
    return order;
  });
  return placed === 'busy' || 'waitSeconds' in placed ? refusedOrder(placed) : checkOut(placed);
}

/** Opens the session of a new order and answers `{ sessionId, url }`, or one sentence why not. */
export async function checkOut(order: Order) {
  try {
    const session = await whileVisitorWaits(openSession(order));
    if (!(await rememberSession(order.id, session))) {
      // This browser's next commit was quicker than Stripe's answer, and has ended this one.
      await expireSession(session.id);
      return refuse(409, messages.CHECKOUT_BEING_STARTED);
    }
    if (!session.url) return refuse(502, messages.STRIPE_FAILED);
    return answer(200, { sessionId: session.id, url: session.url });
  } catch (error) {
    // A clear refusal made no session. Anything else may have made one: the order keeps its
    // reservation, and the next commit or the sweep finds out.
    if (error instanceof Stripe.errors.StripeInvalidRequestError) {
      await release(order.id, 'failed', error.message);
    }
    return providerFailed(error);
  }
}

/** What a visitor is told whose order may not be placed now. */
export function refusedOrder(refusal: OrderRefusal, more: object = {}): Refusal {
  if (refusal === 'busy') return refuse(409, messages.CHECKOUT_BEING_STARTED);
  noteLimitHit('unfinished-checkouts');
  return refuseForNow(refusal.waitSeconds, messages.tooManyOpen, more);
}

/** A refusal once a browser or an address has started too many checkouts. */
export async function checkoutLimit(visitor: Visitor): Promise<Refusal | undefined> {
  return admit(checkouts(times()), visitor, { sentence: messages.tooManyCheckouts });
}

/** What a visitor is told of the payment provider's failure; any other failure goes on. */
function providerFailed(error: unknown): Refusal {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  if (error instanceof Stripe.errors.StripeIdempotencyError) {
    return refuse(409, messages.CHECKOUT_BEING_STARTED);
  }
  log.error({ err: error }, 'the payment provider failed at a checkout');
  return error instanceof Stripe.errors.StripeInvalidRequestError
    ? refuse(502, messages.PROVIDER_REFUSED)
    : refuse(502, messages.PROVIDER_UNREACHABLE);
}
