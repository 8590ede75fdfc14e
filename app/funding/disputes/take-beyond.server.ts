import { randomUUID } from 'node:crypto';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { giveUp, takeStanding, writeLines, type TakenLine } from './dispute-withdrawn.server.ts';
import type { Order } from '#app/funding/order.ts';
import { lockPlaces } from '#app/funding/store.server.ts';
import type { Account } from '#app/ledger/accounts.ts';
import { post } from '#app/ledger/post.server.ts';
import type { Tx } from '#app/database/db.server.ts';
import { disputes } from '#db/schema.ts';

/** Takes at most so many cents of something, cutting it under `by`. */
type Take = (cents: number, by: string) => Promise<TakenLine[]>;

/**
 * What disputes of a locked order took beyond its allocations is of those that are there again (a
 * refund failed, an allocation was undone, another dispute gave back): `take` gives what that is, all
 * that stands unless given. Returns the cents.
 */
export async function takeBeyond(
  tx: Tx,
  order: Order,
  take: Take = (cents, by) => takeStanding(tx, order, cents, by),
): Promise<number> {
  let takenCents = 0;
  for (const { id, isGone, beyondCents } of await disputesBeyond(tx, order.id)) {
    // All in one go, as everything locks products.
    await lockPlaces(tx, order.id);
    const source = `dispute:${id}:${randomUUID()}`;
    const lines = await take(beyondCents, source);
    const cents = lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
    if (cents === 0) continue;
    takenCents += cents;
    await writeLines(tx, id, lines);
    await post(tx, {
      reason: 'dispute: what it took is there again',
      source,
      entries: [
        ...lines.map(({ account, amountCents }): [Account, number] => [account, -amountCents]),
        ['disputes', cents],
      ],
    });
    if (isGone) await giveUp(tx, id);
  }
  return takenCents;
}

/** Disputes that have more out than their lines, the oldest first. `isGone` as in `moved-cents.ts`. */
async function disputesBeyond(tx: Tx, orderId: string) {
  const beyond = sql<number>`${disputes.withdrawnCents} - coalesce((
    select sum(l.amount_cents) from dispute_lines l
    where l.dispute_id = ${disputes.id} and l.returned_at is null), 0)`;
  const known = await tx
    .select({
      id: disputes.id,
      isGone: sql<boolean>`status = 'lost' or (status = 'won' and movements > 1)`,
      beyondCents: sql<number>`(${beyond})::float8`,
    })
    .from(disputes)
    .where(and(eq(disputes.orderId, orderId), gt(beyond, 0)))
    .orderBy(asc(disputes.createdAt), asc(disputes.id));
  return known;
}
