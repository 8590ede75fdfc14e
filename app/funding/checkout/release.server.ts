import { and, eq } from 'drizzle-orm';
import { reserveCents, lockProducts } from '#app/catalogue/funding-columns.server.ts';
import { isReserving, type Order } from '#app/funding/order.ts';
import { linesOf, lockOrder } from '#app/funding/store.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { changeRow, inTransaction, type Tx } from '#app/database/db.server.ts';
import { contributions, orders } from '#db/schema.ts';

/**
 * Gives an order's reservation back, once. Only what Stripe says leads here: the session expired,
 * was never made, or its delayed payment failed. Never the local clock.
 */
export async function release(orderId: string, status: 'expired' | 'failed', note?: string) {
  await inTransaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order || !isReserving(order)) return;
    await giveBack(tx, order);
    await changeRow(tx, orders, orderId, { status, note: note ?? null, closedAt: now() });
  });
}

/**
 * Takes the lines of a locked order out of what its products have reserved, if they still are, and
 * forgets the contributions that were announced: money that did not come is none.
 */
export async function giveBack(tx: Tx, order: Order): Promise<void> {
  if (isReserving(order)) {
    const lines = await linesOf(tx, order.id);
    const back = new Map(lines.map((line) => [line.productId, -line.amountCents]));
    await lockProducts(tx, [...back.keys()]);
    await reserveCents(tx, back);
  }
  await tx
    .delete(contributions)
    .where(and(eq(contributions.orderId, order.id), eq(contributions.status, 'pending')));
}
