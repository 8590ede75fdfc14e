import { setTimeout as sleep } from 'node:timers/promises';
import { heldReservations, type Standing } from './holds.server.ts';
import { settleLostOrders } from './settle-order.server.ts';
import type {
  AskedItem,
  CartValidation,
  FundingListItem,
  RemovedItem,
} from '#app/funding/cart-schema.ts';
import {
  beingPaidFor,
  fullyFunded,
  hidden,
  mergedAway,
  notAvailable,
  notForFunding,
  onePaymentTakes,
  tooManyOpen,
} from '#app/funding/messages.ts';
import { isBegun } from '#app/funding/product-funding.server.ts';
import { fundingStates, ownReservations } from '#app/funding/store.server.ts';
import { siteUrl } from '#app/config.ts';
import { centsFromDollars, dollarsFromCents, fittingCents } from '#app/kit/money.ts';
import { testName } from '#app/toxicology/panels/panels.ts';
import type { Visitor } from '#app/http/call.ts';
import { db, type Tx } from '#app/database/db.server.ts';
import { waitOf } from '#app/platform/messages.ts';

/**
 * Holds a list against the catalogue. A valid item carries the amount
 * capped to what is neither raised nor reserved by others; the visitor's own unfinished checkout
 * does not count against them, because a new one ends it first. What is more than one payment of
 * theirs may hold is left for the next one. `known` is the visitor's standing where it was read a
 * moment ago.
 */
export async function validateCart(
  cart: AskedItem[],
  visitor: Visitor,
  known?: Standing,
  tx: Tx = db(),
): Promise<CartValidation> {
  const standing = known ?? (await heldReservations(tx, visitor));
  const hasOpen = standing.openKinds.length > 0;
  // Their open checkout counts for nobody: a new one ends it.
  const own = await ownReservations(hasOpen ? visitor.browserHash : undefined);
  const stateOf = async (ids: number[]) =>
    new Map((await fundingStates(ids, tx)).map((state) => [state.id, state]));
  const byId = await stateOf(cart.map((item) => item.productId));
  const survivors = await stateOf([...byId.values()].flatMap(({ mergedInto }) => mergedInto ?? []));
  const validItems: FundingListItem[] = [];
  const removedItems: RemovedItem[] = [];
  for (const { productId, amount, name = `Product ${productId}` } of cart) {
    const state = byId.get(productId);
    const remove = (reason: RemovedItem['reason'], shown: string, message: string) =>
      removedItems.push({ productId, name: shown, amount, reason, message });
    if (!state || state.removedAt) {
      const shown = state ? testName(state) : name;
      const survivor = survivors.get(state?.mergedInto ?? 0);
      remove('not_available', shown, whyGone(shown, survivor));
      continue;
    }
    const called = testName(state);
    if (state.hiddenAt) {
      remove('not_available', called, hidden(called));
      continue;
    }
    const missingCents = state.targetCents - state.raisedCents;
    const freeCents = missingCents - state.reservedCents + (own.get(productId) ?? 0);
    if (state.isDemo) remove('not_available', called, notForFunding(called));
    else if (missingCents <= 0 || isBegun(state)) {
      remove('fully_funded', called, fullyFunded(called));
    } else if (freeCents <= 0) remove('being_paid_for', called, beingPaidFor(called));
    else {
      const fits = dollarsFromCents(fittingCents(centsFromDollars(amount), freeCents));
      const raised = dollarsFromCents(state.raisedCents);
      validItems.push({
        id: productId,
        name: called,
        target_amount: dollarsFromCents(state.targetCents),
        current_amount: raised,
        productId,
        amount: fits,
      });
    }
  }
  return withinRoom({ validItems, removedItems }, standing);
}

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

/** Whether a list can be had as it was asked for, to the cent. */
export function isAsAsked({ validItems, removedItems }: CartValidation, cart: AskedItem[]) {
  const asked = new Map(cart.map((item) => [item.productId, item.amount]));
  const isSame = validItems.every(({ productId, amount }) => asked.get(productId) === amount);
  return removedItems.length === 0 && isSame;
}

/**
 * Whether an amount has cents although its product can take more, and both its need and what others
 * leave of it are whole dollars. One that was its need before, and is funded or off the list by now,
 * is removed like any other.
 */
export async function hasOddCents(cart: AskedItem[]): Promise<boolean> {
  const odd = new Map(
    cart.filter(({ amount }) => !Number.isInteger(amount)).map((item) => [item.productId, item]),
  );
  return (await fundingStates([...odd.keys()])).some((state) => {
    const needCents = state.targetCents - state.raisedCents;
    const isOpen = !state.removedAt && !state.hiddenAt;
    const askedCents = centsFromDollars(odd.get(state.id)?.amount ?? 0);
    const isWhole = needCents % 100 === 0 && state.reservedCents % 100 === 0;
    return isOpen && needCents > askedCents && isWhole;
  });
}

/** The items that fit into one payment, whole and in their order; the others wait for the next. */
function withinRoom(found: CartValidation, { room, waitSeconds }: Standing): CartValidation {
  const validItems = taken(found.validItems, room);
  const wait = waitOf(waitSeconds);
  const message = validItems.length > 0 ? onePaymentTakes(room) : tooManyOpen(wait);
  const waiting = found.validItems.filter((item) => !validItems.includes(item));
  const removedItems: RemovedItem[] = waiting.map(({ productId, name, amount }) => {
    return { productId, name, amount, reason: 'next_payment', message };
  });
  return { validItems, removedItems: [...found.removedItems, ...removedItems] };
}

function taken(items: FundingListItem[], room: Standing['room']): FundingListItem[] {
  const validItems: FundingListItem[] = [];
  let sum = 0;
  for (const item of items) {
    const cents = centsFromDollars(item.amount);
    if (validItems.length >= room.lines || sum + cents > room.cents) continue;
    sum += cents;
    validItems.push(item);
  }
  return validItems;
}

/** What is said of a product that is off the list, and of the one that it was merged into. */
function whyGone(name: string, survivor?: Awaited<ReturnType<typeof fundingStates>>[number]) {
  if (!survivor || survivor.removedAt) return notAvailable(name);
  if (survivor.hiddenAt) return hidden(testName(survivor));
  return mergedAway(name, testName(survivor), `${siteUrl()}/product/${survivor.id}`);
}
