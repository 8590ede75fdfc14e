import Stripe from 'stripe';
import { openSession } from '#app/funding/checkout-session.server.ts';
import * as messages from '#app/funding/messages.ts';
import { release } from '#app/funding/release.server.ts';
import { rememberSession } from '#app/funding/remember-session.server.ts';
import { reserve } from '#app/funding/reserve.server.ts';
import { endOrder } from '#app/funding/settle-order.server.ts';
import { openOrdersOf } from '#app/funding/store.server.ts';
import { validateCart, type AskedItem } from '#app/funding/validate-cart.server.ts';
import { refuse, answer, type Answer, type Visitor } from '#app/platform/call.ts';
import { db } from '#app/platform/db.server.ts';
import { log } from '#app/platform/log.server.ts';

/**
 * Commits a funding list: ends this browser's earlier open checkout, reserves, writes the order and
 * opens the session (design "Money" 3). The amounts are taken exactly as asked: where one no longer
 * fits, nothing is reserved and the answer says what has changed, for the visitor to confirm.
 * `origin` is the site's address as the visitor sees it: the payer returns there.
 */
export async function createCheckout(
  cart: AskedItem[],
  visitor: Visitor,
  origin: string,
): Promise<Answer> {
  try {
    for (const earlier of await openOrdersOf(db(), visitor.browserHash)) await endOrder(earlier);
  } catch (error) {
    return providerFailed(error);
  }
  const changed = await whatChanged(cart, visitor);
  if (changed) return changed;
  const reservation = await reserve(cart, visitor, origin);
  if (!reservation.reserved) {
    if (reservation.reason === 'busy') return refuse(409, messages.CHECKOUT_BEING_STARTED);
    if (reservation.reason === 'too_many_open') return refuse(429, messages.TOO_MANY_OPEN);
    return (await whatChanged(cart, visitor)) ?? refuse(409, messages.CHECKOUT_BEING_STARTED);
  }
  const { order, lines } = reservation;
  try {
    const session = await openSession(order, lines);
    await rememberSession(order.id, session);
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

/** The refusal of a list that no longer fits, with what would; undefined where it fits. */
async function whatChanged(cart: AskedItem[], visitor: Visitor): Promise<Answer | undefined> {
  const found = await validateCart(cart, visitor.browserHash);
  const unknown = found.removedItems.filter((item) => item.reason === 'not_available');
  if (unknown.length === cart.length) return refuse(404, unknown[0]?.message ?? '', found);
  if (found.removedItems.length > 0) return refuse(409, sentenceFor(found, cart), found);
  const asked = new Map(cart.map((item) => [item.productId, item.amount]));
  const capped = found.validItems.find((item) => item.amount !== asked.get(item.productId));
  return capped && refuse(409, messages.lessIsNeeded(capped.name, capped.amount), found);
}

function sentenceFor(
  { validItems, removedItems }: Awaited<ReturnType<typeof validateCart>>,
  cart: AskedItem[],
): string {
  const funded = removedItems.filter((item) => item.reason === 'fully_funded');
  if (funded.length === cart.length) return messages.ALL_FULLY_FUNDED;
  const others = removedItems.filter((item) => item.reason !== 'fully_funded');
  const names = funded.map((item) => item.name);
  return [
    ...(names.length > 0 ? [messages.someRemoved(names)] : []),
    ...others.map((item) => item.message),
    ...(validItems.length === 0 && others.length === 0 ? [messages.ALL_FULLY_FUNDED] : []),
  ].join(' ');
}

/** What a visitor is told of the payment provider's failure; any other failure goes on. */
function providerFailed(error: unknown): Answer {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  if (error instanceof Stripe.errors.StripeIdempotencyError) {
    return refuse(409, messages.CHECKOUT_BEING_STARTED);
  }
  log.error({ err: error }, 'the payment provider failed at a checkout');
  return error instanceof Stripe.errors.StripeInvalidRequestError
    ? refuse(502, messages.PROVIDER_REFUSED)
    : refuse(502, messages.PROVIDER_UNREACHABLE);
}
