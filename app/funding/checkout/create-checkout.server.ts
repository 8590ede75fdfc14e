import { checkOut, endEarlierCheckouts, refusedOrder } from './check-out.server.ts';
import type { Standing } from './holds.server.ts';
import * as messages from '#app/funding/messages.ts';
import { reserve } from './reserve.server.ts';
import { settleLostOrders } from './settle-order.server.ts';
import { hasOddCents } from './validate-cart.server.ts';
import type { AskedItem, CartValidation } from '#app/funding/cart-schema.ts';
import { refuse, type Refusal, type Visitor } from '#app/http/call.ts';

/**
 * Commits a funding list: reserves, writes the order and opens the session. This
 * browser's earlier open checkout, and what is held for nobody, is ended where it is in the way. The
 * amounts are taken exactly as asked: where one no longer fits, nothing is reserved and the answer says
 * what has changed, for the visitor to confirm. `origin` is the site's address as the visitor sees it:
 * the payer returns there.
 */
export async function createCheckout(cart: AskedItem[], visitor: Visitor, origin: string) {
  if (await hasOddCents(cart)) return refuse(400, messages.AMOUNT_NOT_WHOLE);
  let tried = await reserve(cart, visitor, origin);
  if (!tried.reserved && tried.why === 'refused' && tried.refusal === 'busy') {
    const unreachable = await endEarlierCheckouts(visitor, 'funding');
    if (unreachable) return unreachable;
    tried = await reserve(cart, visitor, origin);
  }
  if (!tried.reserved && tried.why === 'changed') {
    const settled = await settleLostOrders(cart.map((item) => item.productId));
    if (settled > 0) tried = await reserve(cart, visitor, origin);
  }
  if (tried.reserved) return checkOut(tried.order);
  if (tried.why === 'refused') return refusedOrder(tried.refusal);
  if (tried.why === 'too_small') return refuse(400, messages.PAYMENT_TOO_SMALL);
  return whatChanged(cart, tried.found, tried.standing);
}

/** The refusal of a list that no longer fits, with what would. */
function whatChanged(cart: AskedItem[], found: CartValidation, standing: Standing): Refusal {
  const unknown = found.removedItems.filter((item) => item.reason === 'not_available');
  if (unknown.length === cart.length) return refuse(404, unknown[0]?.message ?? '', found);
  const waiting = found.removedItems.filter((item) => item.reason === 'next_payment');
  if (waiting.length === cart.length) return refusedOrder(standing, found);
  if (found.removedItems.length > 0) return refuse(409, sentenceFor(found, cart), found);
  const asked = new Map(cart.map((item) => [item.productId, item.amount]));
  const capped = found.validItems.find((item) => item.amount !== asked.get(item.productId));
  if (!capped) return refuse(409, messages.CHECKOUT_BEING_STARTED);
  const [fromDollars, toDollars] = [asked.get(capped.productId) ?? 0, capped.amount];
  return refuse(409, messages.amountIs(capped.name, { fromDollars, toDollars }), found);
}

function sentenceFor({ validItems, removedItems }: CartValidation, cart: AskedItem[]): string {
  const funded = removedItems.filter((item) => item.reason === 'fully_funded');
  if (funded.length === cart.length) return messages.ALL_FULLY_FUNDED;
  const others = removedItems.filter((item) => item.reason !== 'fully_funded');
  const names = funded.map((item) => item.name);
  return [
    ...(names.length > 0 ? [messages.someRemoved(names)] : []),
    ...new Set(others.map((item) => item.message)),
    ...(validItems.length === 0 && others.length === 0 ? [messages.ALL_FULLY_FUNDED] : []),
  ].join(' ');
}
