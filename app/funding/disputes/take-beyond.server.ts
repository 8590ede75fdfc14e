import { randomUUID } from 'node:crypto';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { giveUp, take } from './dispute-withdrawn.server.ts';
import type { Order } from '#app/funding/order.ts';
import type { Holding } from '#app/funding/transfers/transfer.server.ts';
import type { Tx } from '#app/database/db.server.ts';
import { disputes } from '#db/schema.ts';

/**
 * What disputes of a locked order took beyond its allocations is of those that are there again: a refund
 * failed, an allocation was undone. Of `only`, where that is given. Returns the cents.
 */
export async function takeBeyond(tx: Tx, order: Order, only?: Holding): Promise<number> {
  let takenCents = 0;
  for (const { id, isGone, beyondCents } of await disputesBeyond(tx, order.id)) {
    const source = `dispute:${id}:${randomUUID()}`;
    const what = { disputeId: id, source, cents: beyondCents, isOut: true };
    const cents = await take(tx, order, only ? { ...what, only } : what);
    takenCents += cents;
    if (cents > 0 && isGone) await giveUp(tx, id);
  }
  return takenCents;
}

/** Disputes that have more out than their lines, the oldest first. `isGone` as in `moved-cents.ts`. */
async function disputesBeyond(tx: Tx, orderId: string) {
  const beyond = sql<number>`${disputes.withdrawnCents} - coalesce((
    select sum(l.amount_cents) from dispute_lines l
    where l.dispute_id = ${disputes.id} and l.returned_at is null), 0)`;
  return tx
    .select({
      id: disputes.id,
      isGone: sql<boolean>`status = 'lost' or (status = 'won' and movements > 1)`,
      beyondCents: sql<number>`(${beyond})::float8`,
    })
    .from(disputes)
    .where(and(eq(disputes.orderId, orderId), gt(beyond, 0)))
    .orderBy(asc(disputes.createdAt), asc(disputes.id));
}
