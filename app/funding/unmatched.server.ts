import { and, asc, eq, exists, gt, inArray, isNull, lt, ne, or, sql, type SQL } from 'drizzle-orm';
import type { Order } from './order.ts';
import { lockPayment } from './store.server.ts';
import { fromTo, post } from '#app/ledger/post.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { changeRow, db, sumColumn, type Tx } from '#app/database/db.server.ts';
import { notifyAdministrators } from '#app/mail/notify-administrators.server.ts';
import { allocations, contributions, orders, unmatched } from '#db/schema.ts';

/*
 * Unmatched: money that arrived at Stripe, or left it, and fits no order, share or refund exactly,
 * and what banks take of payments that are none of ours. It stands on `review`, what left below
 * zero, until Stripe says what it is of, or an administrator keeps it.
 */

export type Unmatched = typeof unmatched.$inferSelect;
export type Allocation = typeof allocations.$inferSelect;

const IS_OPEN = ne(unmatched.openCents, 0);
export const STANDS = isNull(allocations.withdrawnAt);

/** Whether an id of Stripe's is a dispute's. */
export function isDispute(id: string): boolean {
  return /^d[pu]_/.test(id);
}

/** What moved it, by Stripe's id and the sign of its cents. */
export function unmatchedKindOf(id: string, cents: number): 'dispute' | 'payment' | 'refund' {
  if (isDispute(id)) return 'dispute';
  return cents > 0 ? 'payment' : 'refund';
}

const REASONS = {
  dispute: 'dispute of a payment that is none of ours',
  payment: 'payment that fits no order',
  refund: 'refund made elsewhere',
};

/** Books what arrived or left (below zero) as unmatched, under its source. */
export async function setAside(
  tx: Tx,
  row: Pick<Unmatched, 'id' | 'paymentIntentId' | 'amountCents' | 'happenedAt'>,
  source: string,
): Promise<void> {
  const { amountCents } = row;
  const set = { ...row, openCents: amountCents, bookedAt: now(), returnedAt: null };
  // It may have been taken for nobody's before.
  await tx.insert(unmatched).values(set).onConflictDoUpdate({ target: unmatched.id, set });
  await post(tx, {
    reason: REASONS[unmatchedKindOf(row.id, amountCents)],
    source,
    entries: fromTo('stripe', 'review', amountCents),
  });
}

export async function readUnmatched(tx: Tx, id: string): Promise<Unmatched | undefined> {
  return (await ofId(tx, id))[0];
}

/** The same, locked. */
export async function lockUnmatched(tx: Tx, id: string): Promise<Unmatched | undefined> {
  return (await ofId(tx, id).for('update'))[0];
}

function ofId(tx: Tx, id: string) {
  return tx.select().from(unmatched).where(eq(unmatched.id, id));
}

/** Those of a payment that have not come back, the oldest first, locked. */
export async function unmatchedOf(tx: Tx, paymentIntentId: string | null): Promise<Unmatched[]> {
  if (!paymentIntentId) return [];
  return tx
    .select()
    .from(unmatched)
    .where(and(eq(unmatched.paymentIntentId, paymentIntentId), isNull(unmatched.returnedAt)))
    .orderBy(asc(unmatched.bookedAt), asc(unmatched.id))
    .for('update');
}

/** The payment of a locked order, where that was not what the order asked for. */
export async function paymentUnderReview(tx: Tx, { paymentIntentId }: Order) {
  const own = await unmatchedOf(tx, paymentIntentId);
  return own.find(({ amountCents }) => amountCents > 0);
}

/** Changes what is open of it by so many cents; the caller books that. */
export async function changeOpen(tx: Tx, id: string, cents: number): Promise<void> {
  const openCents = sql`${unmatched.openCents} + ${cents}`;
  await changeRow(tx, unmatched, id, { openCents });
}

/** The order of a payment, locked from now on with all places of its money. */
export async function lockOrderOf(tx: Tx, paymentIntentId: string | null) {
  if (!paymentIntentId) return undefined;
  const own = eq(orders.paymentIntentId, paymentIntentId);
  const [order] = await tx.select({ id: orders.id }).from(orders).where(own);
  return order && (await lockPayment(tx, order.id)).order;
}

/**
 * Of the payment that an SQL expression names: cents that went back at Stripe itself and are of no
 * share. Its payer has them, and whoever pays a share of it whole should know.
 */
export function wentBackOf(payment: SQL): SQL<number> {
  return sql<number>`coalesce((
    select -sum(u.open_cents + coalesce((select sum(a.amount_cents) from allocations a
      where a.unmatched_id = u.id and a.goes_to = 'loss' and a.withdrawn_at is null), 0))
    from unmatched u
    where u.payment_intent_id = ${payment} and u.amount_cents < 0 and u.returned_at is null
  ), 0)::float8`;
}

/** Whether money that a product has may have left already, by a refund that is matched with nothing. */
export async function hasUnmatchedRefund(tx: Tx, productId: number): Promise<boolean> {
  const { productId: place, orderId, status } = contributions;
  const left = and(lt(unmatched.openCents, 0), isNull(unmatched.returnedAt));
  const [found] = await tx
    .select({ id: unmatched.id })
    .from(contributions)
    .innerJoin(orders, eq(orders.id, orderId))
    .innerJoin(unmatched, eq(unmatched.paymentIntentId, orders.paymentIntentId))
    .where(and(eq(place, productId), eq(status, 'paid'), left))
    .limit(1);
  return found !== undefined;
}

/** What is unmatched, the oldest first, at most `limit`, each with its order where it has one. */
export async function listUnmatched(limit: number) {
  return db()
    .select({ row: unmatched, order: orders })
    .from(unmatched)
    .leftJoin(orders, eq(orders.paymentIntentId, unmatched.paymentIntentId))
    .where(IS_OPEN)
    .orderBy(asc(unmatched.bookedAt), asc(unmatched.id))
    .limit(limit);
}

export async function countUnmatched(): Promise<number> {
  return db().$count(unmatched, IS_OPEN);
}

/** What stands of Stripe's refunds among these, with what it was allocated to. */
export async function unmatchedAmong(tx: Tx, ids: string[]) {
  const rows = await tx.select().from(unmatched).where(inArray(unmatched.id, ids));
  const parts = await tx
    .select()
    .from(allocations)
    .where(and(inArray(allocations.unmatchedId, ids), STANDS));
  const partsOf = (id: string) => parts.filter(({ unmatchedId }) => unmatchedId === id);
  return new Map(rows.map((row) => [row.id, { ...row, parts: partsOf(row.id) }]));
}

/** Cents of payments that are kept as donations. */
export async function donatedCents(tx: Tx): Promise<number> {
  return sumColumn(tx, allocations.amountCents, and(eq(allocations.goesTo, 'donation'), STANDS));
}

/** Tells administrators, once, of what is open still. */
export async function tellUnmatched(tx: Tx, id: string): Promise<void> {
  const row = await readUnmatched(tx, id);
  if (!row || row.openCents === 0) return;
  await notifyAdministrators(tx, 'unmatched', { params: { unmatchedId: id }, key: id });
}

/** Open ones of orders that are known, and those of none that were booked since. */
export async function openSince(since: Date): Promise<Unmatched[]> {
  const known = db()
    .select()
    .from(orders)
    .where(eq(orders.paymentIntentId, unmatched.paymentIntentId));
  const isLookedAt = or(exists(known), gt(unmatched.bookedAt, since));
  return db().select().from(unmatched).where(and(IS_OPEN, isLookedAt));
}
