import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { lockProducts } from '#app/catalogue/funding-columns.server.ts';
import { cutShare } from './cut-share.server.ts';
import type { Order } from '#app/funding/order.ts';
import { leaveProduct } from '#app/funding/product-funding.server.ts';
import { closeRefundRequests } from '#app/funding/refunds/refund.server.ts';
import { changeOpen, paymentUnderReview } from '#app/funding/unmatched.server.ts';
import { allocationAccount, type Account } from '#app/ledger/accounts.ts';
import { post } from '#app/ledger/post.server.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Tx } from '#app/database/db.server.ts';
import { contributions, disputeLines, refunds } from '#db/schema.ts';

/** What one dispute takes from one allocation. */
export interface TakenLine {
  allocationId: string;
  account: Account;
  amountCents: number;
  previousStatus: string;
}

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
 * Takes withdrawn money off the books of a payment, to the cent: what a pool has not spent,
 * what stands with products or as a donation (the largest share first, so that few products are
 * touched), what is under review, what was owed back and not sent. The last share is cut. A dispute of
 * more than all that (a share had been refunded before) takes the rest from `disputes`. Nothing goes
 * below zero.
 */
export async function takeOut(tx: Tx, order: Order, movement: DisputeMovement): Promise<void> {
  const { disputeId, source, cents } = movement;
  const lines = await takeStanding(tx, order, cents, source);
  const takenCents = lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
  await writeLines(tx, disputeId, lines);
  await post(tx, {
    reason: 'dispute: funds withdrawn',
    source,
    entries: [
      ...lines.map(({ account, amountCents }): [Account, number] => [account, -amountCents]),
      ['disputes', takenCents - cents],
      ['stripe', cents],
    ],
  });
}

/** Takes at most so many cents of all that stands of a payment. */
export async function takeStanding(
  tx: Tx,
  order: Order,
  cents: number,
  source: string,
): Promise<TakenLine[]> {
  const lines: TakenLine[] = [];
  let leftCents = cents;
  // What is owed back already comes last: a dispute of the rest leaves it to be sent.
  for (const take of [takePaid, takeReviewed, takeOwed]) {
    for (const line of await take(tx, order, leftCents, source)) {
      lines.push(line);
      leftCents -= line.amountCents;
    }
  }
  return lines;
}

/**
 * Writes what a dispute takes; it may have taken and returned it before, or, of money under review,
 * have taken a part already.
 */
export async function writeLines(tx: Tx, disputeId: string, lines: TakenLine[]): Promise<void> {
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

async function takePaid(
  tx: Tx,
  { id: orderId }: Order,
  cents: number,
  source: string,
): Promise<TakenLine[]> {
  const { productId: place, amountCents: size } = contributions;
  const standing = await tx
    .select()
    .from(contributions)
    .where(and(eq(contributions.orderId, orderId), eq(contributions.status, 'paid')))
    .orderBy(desc(size), asc(place), asc(contributions.id));
  const products = await lockProducts(
    tx,
    standing.flatMap(({ productId, mergedFrom }) => [productId ?? [], mergedFrom ?? []].flat()),
  );
  const paid: typeof standing = [];
  let leftCents = cents;
  for (const share of standing) {
    if (leftCents === 0) break;
    const isWhole = share.amountCents <= leftCents;
    const part = { ...share, amountCents: leftCents };
    paid.push(isWhole ? share : { ...part, id: await cutShare(tx, share.id, leftCents, source) });
    leftCents -= Math.min(share.amountCents, leftCents);
  }
  await setStatus(tx, paid, 'disputed');
  // Since a merge a payment may have two contributions to one product: its payer leaves once.
  for (const [productId, shares] of Map.groupBy(paid, (one) => one.productId)) {
    const product = productId === null ? undefined : products.get(productId);
    const { emailNormalised = '' } = shares[0] ?? {};
    const amountCents = shares.reduce((sum, share) => sum + share.amountCents, 0);
    if (product) await leaveProduct(tx, product, { emailNormalised, amountCents });
  }
  return paid.map(({ id, productId, amountCents }) => ({
    allocationId: id,
    account: allocationAccount(productId),
    amountCents,
    previousStatus: 'paid',
  }));
}

/**
 * What was to be refunded and has not left: the dispute has taken it instead. One that may be under way
 * at Stripe is taken whole or not at all.
 */
async function takeOwed(
  tx: Tx,
  { id: orderId }: Order,
  cents: number,
  source: string,
): Promise<TakenLine[]> {
  const owed = await tx
    .select()
    .from(refunds)
    .where(
      and(
        eq(refunds.orderId, orderId),
        inArray(refunds.status, ['queued', 'failed']),
        eq(refunds.isBooked, false),
      ),
    )
    .orderBy(desc(refunds.amountCents), asc(refunds.id));
  const taken: TakenLine[] = [];
  let leftCents = cents;
  for (const { id: wholeId, amountCents: wholeCents, status, tries } of owed) {
    if (leftCents === 0) break;
    const amountCents = Math.min(wholeCents, leftCents);
    const isCut = amountCents < wholeCents;
    const isInDoubt = status === 'queued' && tries > 0;
    if (isCut && isInDoubt) continue;
    const id = isCut ? await cutShare(tx, wholeId, amountCents, source) : wholeId;
    leftCents -= amountCents;
    await tx.update(refunds).set({ status: 'held' }).where(eq(refunds.id, id));
    await setStatus(tx, [{ id }], 'disputed');
    const previousStatus = 'refund_pending';
    taken.push({ allocationId: id, account: 'refunds', amountCents, previousStatus });
  }
  return taken;
}

async function takeReviewed(tx: Tx, order: Order, cents: number): Promise<TakenLine[]> {
  const row = await paymentUnderReview(tx, order);
  const amountCents = Math.min(row?.openCents ?? 0, cents);
  if (!row || amountCents <= 0) return [];
  await changeOpen(tx, row.id, -amountCents);
  return [{ allocationId: order.id, account: 'review', amountCents, previousStatus: 'review' }];
}

async function setStatus(tx: Tx, some: { id: string }[], status: string): Promise<void> {
  if (some.length === 0) return;
  const ids = some.map(({ id }) => id);
  await tx.update(contributions).set({ status }).where(inArray(contributions.id, ids));
}

/** What a dispute took for good is charged back, and what was still owed of it has gone that way. */
export async function giveUp(tx: Tx, disputeId: string): Promise<void> {
  const lines = await tx
    .select()
    .from(disputeLines)
    .where(and(eq(disputeLines.disputeId, disputeId), isNull(disputeLines.returnedAt)));
  const ids = lines.map((line) => line.allocationId);
  if (ids.length === 0) return;
  await tx
    .update(contributions)
    .set({ status: 'charged_back' })
    .where(inArray(contributions.id, ids));
  await closeRefundRequests(tx, ids);
  const owed = lines.filter((line) => line.account === 'refunds').map((line) => line.allocationId);
  if (owed.length === 0) return;
  await tx
    .update(refunds)
    .set({ status: 'canceled', settledAt: now() })
    .where(inArray(refunds.id, owed));
}
