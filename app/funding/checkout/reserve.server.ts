import {
  changeFundings,
  lockProducts,
  type FundingChange,
} from '#app/catalogue/funding-columns.server.ts';
import { isPool } from '#app/catalogue/pool.ts';
import { fits } from './holds.server.ts';
import { promiseMatches, type LineToMatch } from '#app/funding/matching/promise.server.ts';
import { openMatches } from '#app/funding/matching/read-matches.server.ts';
import type { Order, OrderLine } from '#app/funding/order.ts';
import {
  CHECKOUT_PROOF,
  placeOrder,
  takeOrderTurn,
  type OrderRefusal,
} from './place-order.server.ts';
import { openNeedOf } from '#app/funding/product-funding.server.ts';
import type { AskedItem } from '#app/funding/cart-schema.ts';
import { centsFromDollars, fittingCents } from '#app/kit/money.ts';
import type { Visitor } from '#app/platform/http/call.ts';
import { db } from '#app/platform/database/db.server.ts';
import { isProof } from '#app/platform/limits/proof.server.ts';
import { orderLines } from '#db/schema.ts';

type Reservation =
  | { reserved: true; order: Order }
  /** `changed`: the catalogue, its matches, or what this visitor may hold, has no room for the list as it is. */
  | { reserved: false; reason: 'changed' | OrderRefusal };

/**
 * Locks the products, looks again, reserves the exact amounts and writes the order: the order is
 * ours before Stripe hears of it (design "Money" 3). All or nothing; amounts are whole dollars or
 * the need, no product stands twice, and no gift is matched by less than was shown. `returnUrl` is the site's address as the visitor sees it.
 */
export async function reserve(
  cart: AskedItem[],
  visitor: Visitor,
  returnUrl: string,
): Promise<Reservation> {
  const reserving = db().transaction<Reservation>(async (tx) => {
    const { rooms, refusal } = await takeOrderTurn(tx, visitor, 'funding');
    if (refusal) return { reserved: false, reason: refusal };
    const open = await openMatches(tx);
    // Everything is locked in the order of its number: pools come after matches.
    const early = cart.some(({ productId }) => isPool(productId)) ? open : [];
    // From here on others who want the same products wait: nothing is asked that could be asked before.
    const products = await lockProducts(tx, [
      ...cart.map((item) => item.productId),
      ...early.map(({ id }) => id),
    ]);
    const lines: Omit<OrderLine, 'orderId'>[] = [];
    const toMatch: LineToMatch[] = [];
    for (const item of cart) {
      const product = products.get(item.productId);
      const amountCents = centsFromDollars(item.amount);
      const isShown = product && (!product.hiddenAt || isPool(product.id));
      const isOpen = isShown && openNeedOf(product) > 0;
      if (!isOpen || fittingCents(amountCents, openNeedOf(product)) !== amountCents) {
        return { reserved: false, reason: 'changed' };
      }
      lines.push({
        productId: product.id,
        productName: product.name,
        brand: product.brand ?? '',
        isServingUnknown: !product.servingSizeG && !isPool(product.id),
        amountCents,
      });
      const needBesideCents = openNeedOf(product) - amountCents;
      toMatch.push({ ...product, productId: product.id, giftCents: amountCents, needBesideCents });
    }
    const amountCents = lines.reduce((sum, line) => sum + line.amountCents, 0);
    const wanted = { lines: lines.length, cents: amountCents };
    const isProven = !fits(wanted, rooms.plain);
    if (isProven) {
      if (!fits(wanted, rooms.proven)) return { reserved: false, reason: 'changed' };
      const { level, waitSeconds } = rooms;
      if (!(await isProof(visitor, CHECKOUT_PROOF, level, tx))) {
        return { reserved: false, reason: { level, waitSeconds } };
      }
    }
    const kind = 'funding';
    const order = await placeOrder(tx, visitor, { kind, amountCents, returnUrl, isProven });
    await tx.insert(orderLines).values(lines.map((line) => ({ ...line, orderId: order.id })));
    const changes = new Map<number, FundingChange>(
      lines.map((line) => [line.productId, { reservedCents: line.amountCents }]),
    );
    const promised = await promiseMatches(tx, order.id, open, toMatch, changes);
    for (const { productId, matched = 0 } of cart) {
      if ((promised.get(productId) ?? 0) < centsFromDollars(matched)) throw new LessMatched();
    }
    await changeFundings(tx, changes);
    return { reserved: true, order };
  });
  return reserving.catch((error: unknown): Reservation => {
    if (error instanceof LessMatched) return { reserved: false, reason: 'changed' };
    throw error;
  });
}

/** Others were promised meanwhile what this payer was shown. */
class LessMatched extends Error {}
