import { sql } from 'drizzle-orm';
import { config } from '#app/config.ts';
import { networkOf } from '#app/funding/holds.server.ts';
import type { Order } from '#app/funding/order.ts';
import { countReservationsOf, openOrdersOf } from '#app/funding/store.server.ts';
import { present } from '#app/kit/assert.ts';
import type { Visitor } from '#app/platform/call.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Tx } from '#app/platform/db.server.ts';
import { orders } from '#db/schema.ts';

/** Why no order may be placed now: another of this browser is open, or the address has too many. */
export type OrderRefusal = 'busy' | 'too_many_open';

/**
 * Takes this browser's turn until the transaction ends, and says whether it may place an order: one
 * open checkout of a kind per browser, and a steady count per network address (design "Money" 3).
 */
export async function takeTurn(
  tx: Tx,
  visitor: Visitor,
  kind: string,
): Promise<OrderRefusal | undefined> {
  const { browserHash, addressHash } = visitor;
  for (const key of [browserHash, addressHash, networkOf(visitor).now].toSorted()) {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 1))`);
  }
  if ((await openOrdersOf(tx, visitor.browserHash, kind)).length > 0) return 'busy';
  const held = await countReservationsOf(tx, visitor.addressHash);
  return held >= config().RESERVATIONS_PER_ADDRESS ? 'too_many_open' : undefined;
}

/** Writes an order, open: ours before Stripe hears of it. `returnUrl` has no trailing slash. */
export async function placeOrder(
  tx: Tx,
  visitor: Visitor,
  { kind, amountCents, returnUrl }: Pick<Order, 'kind' | 'amountCents' | 'returnUrl'>,
): Promise<Order> {
  const [order] = await tx
    .insert(orders)
    .values({
      kind,
      amountCents,
      browserHash: visitor.browserHash,
      addressHash: visitor.addressHash,
      networkHash: networkOf(visitor).now,
      returnUrl,
      createdAt: now(),
      expiresAt: checkoutEnd(),
    })
    .returning();
  return present(order, 'the new order');
}

/** When a checkout that starts now ends, at a whole second, as Stripe counts. */
function checkoutEnd(): Date {
  return new Date(Math.ceil(now().getTime() / 1000 + config().CHECKOUT_SECONDS) * 1000);
}
