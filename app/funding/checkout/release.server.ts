import { and, eq } from 'drizzle-orm';
import {
  changeFundings,
  lockProducts,
  type FundingChange,
} from '#app/catalogue/funding-columns.server.ts';
import { openPromisesOf, releasePromise } from '#app/funding/matching/promise.server.ts';
import { isReserving, isSponsored, type Order } from '#app/funding/order.ts';
import { linesOf, lockOrder } from '#app/funding/store.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { db, type Tx } from '#app/platform/database/db.server.ts';
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
    await giveBack(tx, order);
    await tx
      .update(orders)
      .set({ status, note: note ?? null, closedAt: now() })
      .where(eq(orders.id, orderId));
  });
}

/**
 * Takes the lines of a locked order, and what matches promised beside them, out of what its products
 * have reserved, if they still are, and forgets the contributions that were announced: money that did not come is none.
 */
export async function giveBack(tx: Tx, order: Order): Promise<void> {
  // What a sponsor pays in is for a match, which nothing is reserved of.
  if (isReserving(order) && !isSponsored(order.kind)) {
    const lines = await linesOf(tx, order.id);
    // Which matches promised to it is known before they are locked, and what became of that is not.
    const promised = await openPromisesOf(tx, order.id);
    const places = [...lines, ...promised].map(({ productId }) => productId);
    await lockProducts(tx, [...places, ...promised.map(({ matchId }) => matchId)]);
    const changes = new Map<number, FundingChange>(
      lines.map((line) => [line.productId, { reservedCents: -line.amountCents }]),
    );
    const still = promised.length > 0 ? await openPromisesOf(tx, order.id) : [];
    for (const promise of still) await releasePromise(tx, promise, changes);
    await changeFundings(tx, changes);
  }
  await tx
    .delete(contributions)
    .where(and(eq(contributions.orderId, order.id), eq(contributions.status, 'pending')));
}
