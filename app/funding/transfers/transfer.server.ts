import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { recount } from '#app/catalogue/funding-columns.server.ts';
import { withdrawNotices } from './refund-due.server.ts';
import { cutRefund, oweRefund, type Refund } from './refund.server.ts';
import type { RefundReason } from './refund-reasons.ts';
import { allocationAccount, type Account } from '#app/ledger/accounts.ts';
import { fromTo, post, type Entry } from '#app/ledger/post.server.ts';
import { changeRow, type Tx } from '#app/database/db.server.ts';
import { contributions } from '#db/schema.ts';

/** Cents of a share at one place, as stored. */
export type Holding = typeof contributions.$inferSelect;

/** Where cents come to stand: an account, and what that is to their payer. */
export interface Destination {
  account: Account;
  status: 'paid' | 'refund_pending' | 'refund_failed' | 'refunded' | 'disputed' | 'charged_back';
  /** The product, or null for the project; left out where it stays the one that it was of. */
  productId?: number | null;
  /** A refund is owed from now on. */
  owes?: { reason: RefundReason; note?: string };
}

/** With a product, or, of null, with the project. */
export function standingAt(productId: number | null): Destination {
  return { account: allocationAccount(productId), status: 'paid', productId };
}

/** Owed to its payer, as a new refund. */
export function owed(reason: RefundReason, note?: string): Destination {
  const owes = note === undefined ? { reason } : { reason, note };
  return { account: 'refunds', status: 'refund_pending', owes };
}

/** Where the refund of it, or the dispute about it, takes it. */
export const PLACES = {
  /** Owed, by a refund that is there already. */
  owedAgain: { account: 'refunds', status: 'refund_pending' },
  /** Owed, and its refund failed. */
  failed: { account: 'refunds', status: 'refund_failed' },
  /** Out of Stripe's balance, on its way. */
  sent: { account: 'stripe', status: 'refund_pending' },
  refunded: { account: 'stripe', status: 'refunded' },
  /** What left unmatched at Stripe was this. */
  matched: { account: 'review', status: 'refunded' },
  paidOutside: { account: 'bank', status: 'refunded' },
  contested: { account: 'stripe', status: 'disputed' },
} as const satisfies Record<string, Destination>;

/** So many cents of what stands somewhere, to another place. */
export interface Move {
  /** As read, its payment locked; what is moved of it is taken off it here, too. */
  of: Holding;
  to: Destination;
  /** All of it, unless given. */
  cents?: number;
  /** What else changes of what moves. */
  set?: Partial<typeof contributions.$inferInsert>;
}

/** Why money moves: one posting, once under its source. */
interface Cause {
  reason: string;
  source: string;
  /** Entries that are of no share. */
  besides?: Entry[];
}

/**
 * The one way for money to move (decision 0128): cents of shares from where they stand to other places,
 * in one posting, with what their products have raised, by how many, and whether that is their goal. What
 * is less than the whole is cut off, as a contribution of its own with an id of its own. The caller holds
 * the payments with their places (`lockPayment`), has read `of` since, and tells of goals. A cause that was booked before, or more cents than
 * there are, throws and rolls back.
 */
export async function transfer(tx: Tx, cause: Cause, moves: Move[]) {
  const entries: Entry[] = [...(cause.besides ?? [])];
  const changed = new Map<number, number>();
  const moved: Holding[] = [];
  for (const move of moves) {
    const { to } = move;
    const part = await partOf(tx, move, cause.source);
    const place = part.place as Account;
    if (place !== to.account) {
      entries.push([place, -part.amountCents, part.shareId]);
      entries.push([to.account, part.amountCents, part.shareId]);
    }
    const set = {
      place: to.account,
      status: to.status,
      ...(to.productId === undefined ? {} : placeAt(part, to.productId)),
      ...move.set,
    };
    const [row] = await tx
      .update(contributions)
      .set(set)
      .where(eq(contributions.id, part.id))
      .returning();
    if (!row) throw new Error(`There is no contribution ${part.id}.`);
    if (part.status === 'paid' && part.productId !== null) changed.set(part.productId, 0);
    if (row.status === 'paid' && row.productId !== null) changed.set(row.productId, 0);
    moved.push(row);
  }
  const filled = await recount(tx, changed);
  for (const id of filled) await withdrawNotices(tx, id);
  if (entries.some(([, cents]) => cents !== 0)) {
    await post(tx, { reason: cause.reason, source: cause.source, entries });
  }
  for (const [at, { to }] of moves.entries()) {
    const row = moved[at];
    if (to.owes && row) await oweRefund(tx, row, to.owes);
  }
  // What came to stand where the moves say, in their order, and the products that have their goal by it.
  return { moved, filled };
}

/** The same of what a refund is of. Money under review is of no share: `from` is where it stood. */
export async function transferRefund(
  tx: Tx,
  { reason, source }: Cause,
  { contributionId, amountCents }: Refund,
  { from, to }: { from: Account; to: Destination },
): Promise<void> {
  if (contributionId) {
    const own = eq(contributions.id, contributionId);
    const [of] = await tx.select().from(contributions).where(own);
    await transfer(tx, { reason, source }, of ? [{ of, to }] : []);
    return;
  }
  await post(tx, { reason, source, entries: fromTo(from, to.account, amountCents) });
}

/** Has the contribution of a refund stand as its refund does; money under review is of none. */
export async function followRefund(
  tx: Tx,
  { contributionId }: Pick<Refund, 'contributionId'>,
  status: Destination['status'],
): Promise<void> {
  if (contributionId) await setStatus(tx, [contributionId], status);
}

/** Has contributions stand otherwise to their payers where they are. */
export async function setStatus(tx: Tx, ids: string[], status: Destination['status']) {
  if (ids.length === 0) return;
  await tx.update(contributions).set({ status }).where(inArray(contributions.id, ids));
}

/** The columns that say of which product money is now, and what was paid for, however often it moved. */
function placeAt(of: Holding, productId: number | null) {
  const paidFor = of.paidForProductId ?? of.productId;
  return { productId, paidForProductId: paidFor === productId ? null : paidFor };
}

/** What moves, cut off where that is not the whole: off its refund, too, where it has one. */
async function partOf(tx: Tx, { of, cents = of.amountCents }: Move, by: string) {
  if (cents === of.amountCents) return { ...of };
  if (cents <= 0 || cents > of.amountCents) {
    throw new Error(`${cents} of ${of.amountCents} cents cannot be moved.`);
  }
  of.amountCents -= cents;
  const { amountCents } = of;
  await changeRow(tx, contributions, of.id, { amountCents });
  // One booking may cut several parts off the same.
  const cutBy = `${by}:${of.id}:${amountCents}`;
  const part = { ...of, id: randomUUID(), amountCents: cents, cutBy };
  await tx.insert(contributions).values(part);
  await cutRefund(tx, of.id, cents, part.id);
  return part;
}
