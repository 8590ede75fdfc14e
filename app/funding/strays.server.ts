import { and, asc, count, eq, inArray } from 'drizzle-orm';
import { lockOrder } from '#app/funding/store.server.ts';
import type { Account } from '#app/ledger/accounts.ts';
import { post } from '#app/ledger/post.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { db, type Tx } from '#app/platform/db.server.ts';
import { strayRefunds } from '#db/schema.ts';

/*
 * Strays: refunds, or what is left over of one, that left Stripe's balance for nothing that is known
 * here. Made at the payment provider itself, they fit no share; or their payer had the money by other
 * means before. Open, they stand on `review`, below zero.
 */

export type Stray = typeof strayRefunds.$inferSelect;

/** Notes a stray; the caller books it. */
export async function openStray(
  tx: Tx,
  stray: Pick<Stray, 'id' | 'orderId' | 'refundId' | 'amountCents'>,
): Promise<void> {
  await tx.insert(strayRefunds).values({ ...stray, bookedAt: now() });
}

/** Those of an order that nobody has decided on. */
export async function openStraysOf(tx: Tx, orderId: string): Promise<Stray[]> {
  return tx
    .select()
    .from(strayRefunds)
    .where(and(eq(strayRefunds.orderId, orderId), eq(strayRefunds.status, 'open')))
    .orderBy(asc(strayRefunds.bookedAt), asc(strayRefunds.id));
}

/** The stray by which a refund arrived that had been paid by other means; `borne` is decided. */
export async function strayOfRefund(tx: Tx, refundId: string): Promise<Stray | undefined> {
  const [stray] = await tx
    .select()
    .from(strayRefunds)
    .where(
      and(eq(strayRefunds.refundId, refundId), inArray(strayRefunds.status, ['open', 'borne'])),
    );
  return stray;
}

/** Strays turn out to be for something, alone or as part of what `settledBy` settles. */
export async function settleStrays(tx: Tx, ids: string[], settledBy: string | null): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(strayRefunds)
    .set({ status: 'settled', settledBy, decidedAt: now() })
    .where(inArray(strayRefunds.id, ids));
}

/** What a refund settled together with strays is settled no more: they are open again, and returned. */
export async function reopenStrays(tx: Tx, settledBy: string): Promise<Stray[]> {
  return tx
    .update(strayRefunds)
    .set({ status: 'open', settledBy: null, decidedAt: null })
    .where(and(eq(strayRefunds.settledBy, settledBy), eq(strayRefunds.status, 'settled')))
    .returning();
}

/** A stray whose money is back at Stripe: the account that gets it back, and how much. */
export async function returnStray(tx: Tx, id: string): Promise<[Account, number] | undefined> {
  const stray = await readStray(tx, id);
  if (stray?.status !== 'open' && stray?.status !== 'borne') return undefined;
  await tx
    .update(strayRefunds)
    .set({ status: 'returned', decidedAt: now() })
    .where(eq(strayRefunds.id, id));
  return [stray.status === 'borne' ? 'losses' : 'review', stray.amountCents];
}

export async function readStray(tx: Tx, id: string): Promise<Stray | undefined> {
  const [stray] = await tx.select().from(strayRefunds).where(eq(strayRefunds.id, id));
  return stray;
}

/** What Stripe's refunds among these are noted as. */
export async function straysAmong(ids: string[]): Promise<Map<string, Stray>> {
  const rows = await db().select().from(strayRefunds).where(inArray(strayRefunds.id, ids));
  return new Map(rows.map((stray) => [stray.id, stray]));
}

const IS_OPEN = eq(strayRefunds.status, 'open');

export async function setOrder(tx: Tx, id: string, orderId: string): Promise<void> {
  await tx.update(strayRefunds).set({ orderId }).where(eq(strayRefunds.id, id));
}

/** Strays that nobody has decided on, the oldest first, at most `limit`. */
export async function listStrays(limit: number): Promise<Stray[]> {
  return db()
    .select()
    .from(strayRefunds)
    .where(IS_OPEN)
    .orderBy(asc(strayRefunds.bookedAt), asc(strayRefunds.id))
    .limit(limit);
}

export async function countStrays(): Promise<number> {
  const [row] = await db().select({ of: count() }).from(strayRefunds).where(IS_OPEN);
  return row?.of ?? 0;
}

export type RefundBorne =
  | { ok: true; amountCents: number }
  /** It is for something after all, and settles that. */
  | { ok: false; why: 'unknown' | 'settled' };

/**
 * The project bears a stray: it is no longer under review, but lost. Whoever calls this has asked
 * Stripe before how it stands.
 */
export async function bearStray(
  tx: Tx,
  { orderId, strayId }: { orderId: string; strayId: string },
): Promise<RefundBorne> {
  await lockOrder(tx, orderId);
  const stray = await readStray(tx, strayId);
  if (stray?.status === 'settled') return { ok: false, why: 'settled' };
  if (stray?.status !== 'open') return { ok: false, why: 'unknown' };
  const { amountCents } = stray;
  await tx
    .update(strayRefunds)
    .set({ status: 'borne', orderId, decidedAt: now() })
    .where(eq(strayRefunds.id, strayId));
  await post(tx, {
    reason: 'refund borne by the project',
    source: `refund-borne:${strayId}`,
    entries: [
      ['review', amountCents],
      ['losses', -amountCents],
    ],
  });
  return { ok: true, amountCents };
}
