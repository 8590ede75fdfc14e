import { setTimeout as sleep } from 'node:timers/promises';
import type { AskedItem } from '#app/funding/cart-schema.ts';
import { settleLostOrders } from './settle-order.server.ts';
import { validateCart } from './validate-cart.server.ts';
import type { Visitor } from '#app/http/call.ts';

/** A visitor waits so long for Stripe; what it takes longer to free is free for the next who asks. */
const WAIT_MS = 2_000;

/**
 * Holds a list against the catalogue as `validateCart` does, and once more where what is in the way was
 * held for nobody: by an order whose process has died. Looking is free and Stripe is not, so all who look
 * ask it once a minute after such an order, and wait no longer than `waitMs`.
 */
export async function validateFreed(cart: AskedItem[], visitor: Visitor, waitMs = WAIT_MS) {
  const found = await validateCart(cart, visitor);
  const free = new Map(found.validItems.map(({ productId, amount }) => [productId, amount]));
  const held = found.removedItems.filter(({ reason }) => reason === 'being_paid_for');
  const isHeld = new Set(held.map(({ productId }) => productId));
  const inTheWay = cart.filter(({ productId, amount }) => {
    return isHeld.has(productId) || amount > (free.get(productId) ?? amount);
  });
  if (inTheWay.length === 0) return found;
  const ids = inTheWay.map(({ productId }) => productId);
  const settling = settleLostOrders(ids, true);
  const settled = await Promise.race([settling, sleep(waitMs, 0, { ref: false })]);
  return settled > 0 ? validateCart(cart, visitor) : found;
}
