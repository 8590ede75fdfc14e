import { changeFundings, lockProducts } from '#app/catalogue/funding-columns.server.ts';
import { fits } from './holds.server.ts';
import type { Order, OrderLine } from '#app/funding/order.ts';
import { placeOrder, takeOrderTurn, type OrderRefusal } from './place-order.server.ts';
import { openNeedOf } from '#app/funding/product-funding.server.ts';
import type { AskedItem } from '#app/funding/cart-schema.ts';
import { centsFromDollars, fittingCents } from '#app/kit/money.ts';
import type { Visitor } from '#app/http/call.ts';
import { db } from '#app/database/db.server.ts';
import { orderLines } from '#db/schema.ts';

type Reservation =
  | { reserved: true; order: Order }
  /** `changed`: the catalogue, or what this visitor may hold, has no room for the list as it is. */
  | { reserved: false; reason: 'changed' | OrderRefusal };

/**
 * Locks the products, looks again, reserves the exact amounts and writes the order: the order is
 * ours before Stripe hears of it (design "Money" 3). All or nothing; amounts are whole dollars or
 * the need, and no product stands twice. `returnUrl` is the site's address as the visitor sees it.
 */
export async function reserve(
  cart: AskedItem[],
  visitor: Visitor,
  returnUrl: string,
): Promise<Reservation> {
  return db().transaction<Reservation>(async (tx) => {
    const { standing, refusal } = await takeOrderTurn(tx, visitor, 'funding');
    if (refusal) return { reserved: false, reason: refusal };
    // From here on others who want the same products wait: nothing is asked that could be asked before.
    const products = await lockProducts(
      tx,
      cart.map((item) => item.productId),
    );
    const lines: Omit<OrderLine, 'orderId'>[] = [];
    for (const item of cart) {
      const product = products.get(item.productId);
      const amountCents = centsFromDollars(item.amount);
      const isOpen = product && !product.hiddenAt && openNeedOf(product) > 0;
      if (!isOpen || fittingCents(amountCents, openNeedOf(product)) !== amountCents) {
        return { reserved: false, reason: 'changed' };
      }
      lines.push({
        productId: product.id,
        productName: product.name,
        brand: product.brand ?? '',
        isServingUnknown: !product.servingSizeG,
        amountCents,
      });
    }
    const amountCents = lines.reduce((sum, line) => sum + line.amountCents, 0);
    const wanted = { lines: lines.length, cents: amountCents };
    if (!fits(wanted, standing.room)) return { reserved: false, reason: 'changed' };
    const kind = 'funding';
    const order = await placeOrder(tx, visitor, { kind, amountCents, returnUrl });
    await tx.insert(orderLines).values(lines.map((line) => ({ ...line, orderId: order.id })));
    await changeFundings(
      tx,
      new Map(lines.map((line) => [line.productId, { reservedCents: line.amountCents }])),
    );
    return { reserved: true, order };
  });
}
