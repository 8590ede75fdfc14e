import { checkOut, endEarlierCheckouts, refusedOrder } from './check-out.server.ts';
import { standingOf, type Standing } from './holds.server.ts';
import * as messages from '#app/funding/messages.ts';
import { reserve } from './reserve.server.ts';
import { settleLostOrders } from './settle-order.server.ts';
import { hasOddCents, validateCart } from './validate-cart.server.ts';
import type { AskedItem } from '#app/funding/cart-schema.ts';
import { LEAST_PAYMENT_CENTS } from '#app/funding/order.ts';
import { centsFromDollars } from '#app/kit/money.ts';
import { refuse, type Refusal, type Visitor } from '#app/http/call.ts';
import { db } from '#app/database/db.server.ts';

/**
 * Commits a funding list: ends this browser's earlier open checkout, reserves, writes the order and
 * opens the session (design "Money" 3). The amounts are taken exactly as asked: where one no longer
 * fits, nothing is reserved and the answer says what has changed, for the visitor to confirm. `origin`
 * is the site's address as the visitor sees it: the payer returns there.
 */
export async function createCheckout(cart: AskedItem[], visitor: Visitor, origin: string) {
  if (await hasOddCents(cart)) return refuse(400, messages.AMOUNT_NOT_WHOLE);
  const standing = await standingOf(db(), visitor);
  const isFirst = !standing.openKinds.includes('funding');
  const unreachable = isFirst ? undefined : await endEarlierCheckouts(visitor, 'funding');
  if (unreachable) return unreachable;
  const changed = await whatChanged(cart, visitor, isFirst ? standing : undefined);
  // What is in the way may be held for nobody.
  const isFreed = changed && (await settleLostOrders(cart.map((item) => item.productId))) > 0;
  const stillChanged = isFreed ? await whatChanged(cart, visitor) : changed;
  if (stillChanged) return stillChanged;
  const totalCents = cart.reduce((sum, { amount }) => sum + centsFromDollars(amount), 0);
  if (totalCents < LEAST_PAYMENT_CENTS) return refuse(400, messages.PAYMENT_TOO_SMALL);
  const reservation = await reserve(cart, visitor, origin);
  if (reservation.reserved) return checkOut(reservation.order);
  if (reservation.reason !== 'changed') return refusedOrder(reservation.reason);
  return (await whatChanged(cart, visitor)) ?? refuse(409, messages.CHECKOUT_BEING_STARTED);
}

/** The refusal of a list that no longer fits, with what would; undefined where it fits. */
async function whatChanged(
  cart: AskedItem[],
  visitor: Visitor,
  known?: Standing,
): Promise<Refusal | undefined> {
  const found = await validateCart(cart, visitor, known);
  const unknown = found.removedItems.filter((item) => item.reason === 'not_available');
  if (unknown.length === cart.length) return refuse(404, unknown[0]?.message ?? '', found);
  const waiting = found.removedItems.filter((item) => item.reason === 'next_payment');
  if (waiting.length === cart.length) {
    return refusedOrder(known ?? (await standingOf(db(), visitor)), found);
  }
  if (found.removedItems.length > 0) return refuse(409, sentenceFor(found, cart), found);
  const asked = new Map(cart.map((item) => [item.productId, item.amount]));
  const capped = found.validItems.find((item) => item.amount !== asked.get(item.productId));
  if (capped) {
    const [fromDollars, toDollars] = [asked.get(capped.productId) ?? 0, capped.amount];
    return refuse(409, messages.amountIs(capped.name, { fromDollars, toDollars }), found);
  }
  return undefined;
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
    ...new Set(others.map((item) => item.message)),
    ...(validItems.length === 0 && others.length === 0 ? [messages.ALL_FULLY_FUNDED] : []),
  ].join(' ');
}
