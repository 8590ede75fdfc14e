import { lockProducts, reserveCents } from '#app/catalogue/funding-columns.server.ts';
import { checkOut, endEarlierCheckouts, refusedOrder } from './check-out.server.ts';
import type { Standing } from './holds.server.ts';
import { cartChanges, changeSentences, nothingLeftSentences } from '#app/funding/cart-changes.ts';
import * as messages from '#app/funding/messages.ts';
import { LEAST_PAYMENT_CENTS, type Order } from '#app/funding/order.ts';
import {
  placeOrder,
  takeOrderTurn,
  writeOrderLines,
  type OrderRefusal,
} from './place-order.server.ts';
import { settleLostOrders } from './settle-order.server.ts';
import { hasOddCents, isAsAsked, validateCart } from './validate-cart.server.ts';
import type { AskedItem, CartValidation } from '#app/funding/cart-schema.ts';
import { present } from '#app/kit/assert.ts';
import { centsFromDollars } from '#app/kit/money.ts';
import { refuse, type Refusal, type Visitor } from '#app/http/call.ts';
import { inTransaction } from '#app/database/db.server.ts';

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
  if ('refusal' in tried && tried.refusal === 'busy') {
    const unreachable = await endEarlierCheckouts(visitor, 'funding');
    if (unreachable) return unreachable;
    tried = await reserve(cart, visitor, origin);
  }
  if ('found' in tried) {
    const settled = await settleLostOrders(cart.map((item) => item.productId));
    if (settled > 0) tried = await reserve(cart, visitor, origin);
  }
  if ('order' in tried) return checkOut(tried.order);
  if ('found' in tried) return whatChanged(cart, tried.found, tried.standing);
  if (tried.refusal === 'too_small') return refuse(400, messages.PAYMENT_TOO_SMALL);
  return refusedOrder(tried.refusal);
}

type Reservation =
  | { order: Order }
  | { refusal: OrderRefusal | 'too_small' }
  /** The catalogue, or what this visitor may hold, has no room for the list: `found` is what it has. */
  | { found: CartValidation; standing: Standing };

/**
 * Locks the products, looks, reserves the exact amounts and writes the order: the order is
 * ours before Stripe hears of it. All or nothing; no product stands twice.
 * `returnUrl` is the site's address as the visitor sees it.
 */
export async function reserve(cart: AskedItem[], visitor: Visitor, returnUrl: string) {
  return inTransaction<Reservation>(async (tx) => {
    const { standing, refusal } = await takeOrderTurn(tx, visitor, 'funding');
    if (refusal) return { refusal };
    // From here on others who want the same products wait.
    const ids = cart.map((item) => item.productId);
    const products = await lockProducts(tx, ids);
    const found = await validateCart(cart, visitor, standing, tx);
    if (!isAsAsked(found, cart)) return { found, standing };
    const parts = cart.map(({ productId, amount }) => {
      const product = present(products.get(productId), `product ${productId}`);
      return { product, cents: centsFromDollars(amount) };
    });
    const amountCents = parts.reduce((sum, { cents }) => sum + cents, 0);
    if (amountCents < LEAST_PAYMENT_CENTS) return { refusal: 'too_small' };
    const order = await placeOrder(tx, visitor, { kind: 'funding', amountCents, returnUrl });
    await writeOrderLines(tx, order.id, parts);
    await reserveCents(tx, new Map(parts.map(({ product, cents }) => [product.id, cents])));
    return { order };
  });
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
