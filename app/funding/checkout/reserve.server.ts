import { lockProducts, reserveCents } from '#app/catalogue/funding-columns.server.ts';
import type { Standing } from './holds.server.ts';
import { LEAST_PAYMENT_CENTS, type Order } from '#app/funding/order.ts';
import {
  placeOrder,
  takeOrderTurn,
  writeOrderLines,
  type OrderRefusal,
} from './place-order.server.ts';
import { isAsAsked, validateCart } from './validate-cart.server.ts';
import type { AskedItem, CartValidation } from '#app/funding/cart-schema.ts';
import { present } from '#app/kit/assert.ts';
import { centsFromDollars } from '#app/kit/money.ts';
import type { Visitor } from '#app/http/call.ts';
import { inTransaction } from '#app/database/db.server.ts';

type Reservation =
  | { reserved: true; order: Order }
  | { reserved: false; why: 'refused'; refusal: OrderRefusal }
  | { reserved: false; why: 'too_small' }
  /** The catalogue, or what this visitor may hold, has no room for the list: `found` is what it has. */
  | { reserved: false; why: 'changed'; found: CartValidation; standing: Standing };

/**
 * Locks the products, looks, reserves the exact amounts and writes the order: the order is
 * ours before Stripe hears of it. All or nothing; no product stands twice.
 * `returnUrl` is the site's address as the visitor sees it.
 */
export async function reserve(cart: AskedItem[], visitor: Visitor, returnUrl: string) {
  return inTransaction<Reservation>(async (tx) => {
    const { standing, refusal } = await takeOrderTurn(tx, visitor, 'funding');
    if (refusal) return { reserved: false, why: 'refused', refusal };
    // From here on others who want the same products wait.
    const ids = cart.map((item) => item.productId);
    const products = await lockProducts(tx, ids);
    const found = await validateCart(cart, visitor, standing, tx);
    if (!isAsAsked(found, cart)) return { reserved: false, why: 'changed', found, standing };
    const parts = cart.map(({ productId, amount }) => {
      const product = present(products.get(productId), `product ${productId}`);
      return { product, cents: centsFromDollars(amount) };
    });
    const amountCents = parts.reduce((sum, { cents }) => sum + cents, 0);
    if (amountCents < LEAST_PAYMENT_CENTS) return { reserved: false, why: 'too_small' };
    const order = await placeOrder(tx, visitor, { kind: 'funding', amountCents, returnUrl });
    await writeOrderLines(tx, order.id, parts);
    await reserveCents(tx, new Map(parts.map(({ product, cents }) => [product.id, cents])));
    return { reserved: true, order };
  });
}
