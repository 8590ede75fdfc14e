import { checkOut, endEarlierCheckouts, refusedOrder } from './check-out.server.ts';
import type { Standing } from './holds.server.ts';
import { cartChanges, changeSentences, nothingLeftSentences } from '#app/funding/cart-changes.ts';
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
  const changes = cartChanges(cart, found);
  const { removed } = changes;
  if (removed.length > 0) {
    const isLeft = found.validItems.length > 0;
    const sentences = isLeft
      ? changeSentences({ removed, capped: [] })
      : nothingLeftSentences(removed);
    return refuse(409, sentences.join(' '), found);
  }
  const [capped] = changes.capped;
  if (!capped) return refuse(409, messages.CHECKOUT_BEING_STARTED);
  return refuse(409, messages.amountIs(capped.name, capped), found);
}
