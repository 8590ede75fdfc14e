import { randomUUID } from 'node:crypto';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { giveUp, take } from './dispute-withdrawn.server.ts';
import type { Order } from '#app/funding/order.ts';
import type { Tx } from '#app/database/db.server.ts';
import { disputes } from '#db/schema.ts';

/**
 * What disputes of a locked order took beyond its allocations is of those that are there again: a refund
 * failed, what was kept is unmatched again.
 */
export async function withdrawShortfall(tx: Tx, order: Order): Promise<void> {
  for (const { id, isGone, beyondCents } of await disputesBeyond(tx, order.id)) {
    const source = `dispute:${id}:${randomUUID()}`;
    const cents = await take(tx, order, { disputeId: id, source, cents: beyondCents, isOut: true });
    if (cents > 0 && isGone) await giveUp(tx, id);
  }
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
