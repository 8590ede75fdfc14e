import { randomUUID } from 'node:crypto';
import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { Order } from '#app/funding/order.ts';
import { cutRefund, closeRefundRequests } from '#app/funding/transfers/refund.server.ts';
import { takingOrder } from '#app/funding/transfers/taking-order.ts';
import { PLACES, setStatus, transfer, type Move } from '#app/funding/transfers/transfer.server.ts';
import { lockPlaces } from '#app/funding/store.server.ts';
import { changeOpen, paymentUnderReview } from '#app/funding/unmatched.server.ts';
import { allocationAccount, type Account } from '#app/ledger/accounts.ts';
import type { Entry } from '#app/ledger/post.server.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Tx } from '#app/database/db.server.ts';
import { contributions, disputeLines, disputes, refunds } from '#db/schema.ts';

/** What one dispute takes from one allocation. */
type TakenLine = Omit<typeof disputeLines.$inferSelect, 'disputeId' | 'returnedAt'>;

/** A movement of a dispute's money, in cents. */
export interface DisputeMovement {
  disputeId: string;
  /** Names its booking. */
  source: string;
  cents: number;
  /** What was out because of the dispute before it. */
  outCents: number;
}

/**
 * Has a dispute take at most so many cents off all that stands of a payment: what stands with products or
 * as a donation, in the order in which partial amounts are taken, what is under review, and, last, what is
 * owed back and not sent, so that a dispute of the rest leaves that to be sent. A dispute of more than
 * all that (a share had been refunded before) takes the rest from `disputes`, and what it took so may be
 * there again (`isOut`): nothing leaves Stripe then. Nothing goes below zero. Returns what was taken.
 */
export async function take(
  tx: Tx,
  order: Order,
  what: { disputeId: string; source: string; cents: number; isOut: boolean },
): Promise<number> {
  const { disputeId, source, isOut } = what;
  const places = await lockPlaces(tx, order.id);
  const own = eq(contributions.orderId, order.id);
  const standing = await tx
    .select()
    .from(contributions)
    .where(and(own, eq(contributions.status, 'paid')));
  const moves: (Move & { account: string; previousStatus: string })[] = [];
  const lines: TakenLine[] = [];
  let leftCents = what.cents;
  for (const of of takingOrder(standing, places)) {
    const cents = Math.min(of.amountCents, leftCents);
    if (cents === 0) break;
    leftCents -= cents;
    const was = { account: allocationAccount(of.productId), previousStatus: 'paid' };
    moves.push({ of, cents, to: PLACES.contested, ...was });
  }
  const reviewed = await takeReviewed(tx, order, leftCents);
  lines.push(...reviewed);
  leftCents -= sumOf(reviewed);
  for (const owed of await owedOf(tx, order.id)) {
    const cents = Math.min(owed.amountCents, leftCents);
    // One that may be under way at Stripe is taken whole or not at all.
    const isInDoubt = owed.status === 'queued' && owed.tries > 0;
    if (cents === 0 || (cents < owed.amountCents && isInDoubt)) continue;
    leftCents -= cents;
    const was = { account: 'refunds', previousStatus: 'refund_pending' };
    if (owed.of) moves.push({ of: owed.of, cents, to: PLACES.contested, ...was });
    else {
      const isCut = cents < owed.amountCents;
      const allocationId = isCut ? await cutRefund(tx, owed.id, cents) : owed.id;
      lines.push({ allocationId, amountCents: cents, ...was });
    }
  }
  const takenCents = what.cents - leftCents;
  const outCents = isOut ? 0 : what.cents;
  if (takenCents === 0 && outCents === 0) return 0;
  const besides: Entry[] = [
    ...lines.map(({ account, amountCents }): Entry => [account as Account, -amountCents]),
    ['disputes', takenCents - outCents],
    // Of shares, what leaves Stripe is booked with them.
    ['stripe', outCents - (takenCents - sumOf(lines))],
  ];
  const reason = isOut ? 'dispute: what it took is there again' : 'dispute: funds withdrawn';
  const { moved } = await transfer(tx, { reason, source, besides }, moves);
  for (const [at, { id: allocationId, amountCents }] of moved.entries()) {
    const { account = '', previousStatus = '' } = moves[at] ?? {};
    lines.push({ allocationId, account, amountCents, previousStatus });
  }
  const held = lines.filter(({ account }) => account === 'refunds').map((one) => one.allocationId);
  if (held.length > 0) {
    await tx.update(refunds).set({ status: 'held' }).where(inArray(refunds.id, held));
  }
  await writeLines(tx, disputeId, lines);
  return takenCents;
}

/**
 * Writes what a dispute takes; it may have taken and returned it before, or, of money under review,
 * have taken a part already.
 */
async function writeLines(tx: Tx, disputeId: string, lines: TakenLine[]): Promise<void> {
  const { returnedAt, amountCents } = disputeLines;
  const stillOut = sql`case when ${returnedAt} is null then ${amountCents} else 0 end`;
  for (const line of lines) {
    await tx
      .insert(disputeLines)
      .values({ disputeId, ...line })
      .onConflictDoUpdate({
        target: [disputeLines.disputeId, disputeLines.allocationId, disputeLines.account],
        set: { ...line, amountCents: sql`${stillOut} + ${line.amountCents}`, returnedAt: null },
      });
  }
}

export function sumOf(some: { amountCents: number }[]): number {
  return some.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/** What is owed and has not left, the largest first, each with its contribution where it has one. */
async function owedOf(tx: Tx, orderId: string) {
  const isUnsent = and(inArray(refunds.status, ['queued', 'failed']), eq(refunds.isBooked, false));
  const rows = await tx
    .select({ refund: refunds, of: contributions })
    .from(refunds)
    .leftJoin(contributions, eq(contributions.id, refunds.contributionId))
    .where(and(eq(refunds.orderId, orderId), isUnsent))
    .orderBy(sql`${refunds.amountCents} desc`, asc(refunds.id));
  return rows.map(({ refund, of }) => ({ ...refund, of }));
}

async function takeReviewed(tx: Tx, order: Order, cents: number): Promise<TakenLine[]> {
  const row = await paymentUnderReview(tx, order);
  const amountCents = Math.min(row?.openCents ?? 0, cents);
  if (!row || amountCents <= 0) return [];
  await changeOpen(tx, row.id, -amountCents);
  return [{ allocationId: order.id, account: 'review', amountCents, previousStatus: 'review' }];
}

/** What a dispute took for good is charged back, and what was still owed of it has gone that way. */
export async function giveUp(tx: Tx, disputeId: string): Promise<void> {
  const lines = await tx
    .select()
    .from(disputeLines)
    .where(and(eq(disputeLines.disputeId, disputeId), isNull(disputeLines.returnedAt)));
  const ids = lines.map((line) => line.allocationId);
  await setStatus(tx, ids, 'charged_back');
  await closeRefundRequests(tx, ids);
  const owed = lines.filter((line) => line.account === 'refunds').map((line) => line.allocationId);
  if (owed.length === 0) return;
  await tx
    .update(refunds)
    .set({ status: 'canceled', settledAt: now() })
    .where(inArray(refunds.id, owed));
}

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
