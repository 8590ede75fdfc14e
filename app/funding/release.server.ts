import { and, eq } from 'drizzle-orm';
import { changeFunding, lockProducts } from '#app/catalogue/funding-columns.server.ts';
import { isReserving } from '#app/funding/order.ts';
import { linesOf, lockOrder } from '#app/funding/store.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { db } from '#app/platform/db.server.ts';
import { contributions, orders } from '#db/schema.ts';

/**
 * Gives an order's reservation back, once. Only what Stripe says leads here: the session expired,
 * was never made, or its delayed payment failed. Never the local clock (design "Money" 3).
 */
export async function release(
  orderId: string,
  status: 'expired' | 'failed',
  note?: string,
): Promise<void> {
  await db().transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order || !isReserving(order)) return;
    const lines = await linesOf(tx, orderId);
    await lockProducts(
      tx,
      lines.map((line) => line.productId),
    );
    for (const line of lines) {
      await changeFunding(tx, line.productId, { reservedCents: -line.amountCents });
    }
    // Money that was announced and did not come is no contribution.
    await tx
      .delete(contributions)
      .where(and(eq(contributions.orderId, orderId), eq(contributions.status, 'pending')));
    await tx
      .update(orders)
      .set({ status, note: note ?? null, closedAt: now() })
      .where(eq(orders.id, orderId));
  });
}
