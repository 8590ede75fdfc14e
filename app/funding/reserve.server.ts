import { sql } from 'drizzle-orm';
import { changeFunding, lockProducts } from '#app/catalogue/funding-columns.server.ts';
import { config } from '#app/config.ts';
import type { Order, OrderLine } from '#app/funding/order.ts';
import { countReservationsOf, openOrdersOf } from '#app/funding/store.server.ts';
import type { AskedItem } from '#app/funding/validate-cart.server.ts';
import { present } from '#app/kit/assert.ts';
import { centsFromWholeDollars } from '#app/kit/money.ts';
import type { Visitor } from '#app/platform/call.ts';
import { now } from '#app/platform/clock.server.ts';
import { db } from '#app/platform/db.server.ts';
import { orderLines, orders } from '#db/schema.ts';

export type Reservation =
  | { reserved: true; order: Order; lines: OrderLine[] }
  /** `changed`: the catalogue no longer has room for this list as it stands. */
  | { reserved: false; reason: 'changed' | 'busy' | 'too_many_open' };

/**
 * Locks the products, looks again, reserves the exact amounts and writes the order: the order is
 * ours before Stripe hears of it (design "Money" 3). All or nothing; amounts are whole dollars and
 * no product stands twice. `returnUrl` is the site's address as the visitor sees it.
 */
export async function reserve(
  cart: AskedItem[],
  visitor: Visitor,
  returnUrl: string,
): Promise<Reservation> {
  return db().transaction(async (tx) => {
    // One checkout at a time per browser, and a steady count per address.
    for (const key of [visitor.browserHash, visitor.addressHash].toSorted()) {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 1))`);
    }
    if ((await openOrdersOf(tx, visitor.browserHash)).length > 0) {
      return { reserved: false, reason: 'busy' };
    }
    if ((await countReservationsOf(tx, visitor.addressHash)) >= config().RESERVATIONS_PER_ADDRESS) {
      return { reserved: false, reason: 'too_many_open' };
    }
    const products = await lockProducts(
      tx,
      cart.map((item) => item.productId),
    );
    const lines: Omit<OrderLine, 'orderId'>[] = [];
    for (const item of cart) {
      const product = products.get(item.productId);
      const amountCents = centsFromWholeDollars(item.amount);
      if (!product || product.isDemo) return { reserved: false, reason: 'changed' };
      const freeCents = product.targetCents - product.raisedCents - product.reservedCents;
      if (amountCents > freeCents) return { reserved: false, reason: 'changed' };
      lines.push({
        productId: product.id,
        productName: product.name,
        brand: product.brand,
        amountCents,
      });
    }
    const [order] = await tx
      .insert(orders)
      .values({
        kind: 'funding',
        amountCents: lines.reduce((sum, line) => sum + line.amountCents, 0),
        browserHash: visitor.browserHash,
        addressHash: visitor.addressHash,
        returnUrl,
        createdAt: now(),
        expiresAt: checkoutEnd(),
      })
      .returning();
    const { id: orderId } = present(order, 'the new order');
    const written = await tx
      .insert(orderLines)
      .values(lines.map((line) => ({ ...line, orderId })))
      .returning();
    for (const line of lines) {
      await changeFunding(tx, line.productId, { reservedCents: line.amountCents });
    }
    return { reserved: true, order: present(order, 'the new order'), lines: written };
  });
}

/** When a checkout that starts now ends, at a whole second, as Stripe counts. */
function checkoutEnd(): Date {
  return new Date(Math.ceil(now().getTime() / 1000 + config().CHECKOUT_SECONDS) * 1000);
}
