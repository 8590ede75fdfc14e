import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { LockedProduct } from '#app/catalogue/funding-columns.server.ts';
import { cutShare } from './cut-share.server.ts';
import type { DisputeMovement, TakenLine } from './dispute-withdrawn.server.ts';
import { takeBeyond } from './take-beyond.server.ts';
import { matchRefunds } from '#app/funding/unmatched/match-refunds.server.ts';
import type { Order } from '#app/funding/order.ts';
import { oweRefund, SEND_REFUND_JOB } from '#app/funding/refunds/refund.server.ts';
import { joinProduct, needOf } from '#app/funding/product-funding.server.ts';
import { lockPlaces } from '#app/funding/store.server.ts';
import { tellAudience } from '#app/funding/tell-audience.server.ts';
import { changeOpen, paymentUnderReview } from '#app/funding/unmatched.server.ts';
import { allocationAccount, type Account } from '#app/ledger/accounts.ts';
import { post } from '#app/ledger/post.server.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Tx } from '#app/database/db.server.ts';
import { nudge } from '#app/database/queue.server.ts';
import { contributions, disputeLines, refunds } from '#db/schema.ts';

type Line = typeof disputeLines.$inferSelect;

/**
 * Gives back to allocations what a dispute had taken from them, to the cent. What it took beyond
 * them comes first: a bank returns what had been refunded before. Then what another dispute of the
 * payment took beyond them, which that one has from then on. Then shares of products and donations,
 * the largest first; the last one is cut. A product that was funded by others meanwhile, or taken off
 * the list, has no place for it: that share is refunded.
 */
export async function putBack(tx: Tx, order: Order, movement: DisputeMovement): Promise<void> {
  const { disputeId, source, cents } = movement;
  const products = await lockPlaces(tx, order.id);
  const entries: [Account, number][] = [['stripe', -cents]];
  const linesCents = sumOf(await linesToReturn(tx, disputeId));
  const beyondCents = Math.min(cents, Math.max(0, movement.outCents - linesCents));
  let leftCents = cents - beyondCents;
  await takeBeyond(tx, order, async (mostCents, by) => {
    const parts = await partsOf(tx, disputeId, Math.min(leftCents, mostCents), by);
    leftCents -= sumOf(parts);
    for (const { account, amountCents } of parts) entries.push([account as Account, amountCents]);
    return contestAgain(tx, parts);
  });
  for (const part of await partsOf(tx, disputeId, leftCents, source)) {
    const [contribution] = await tx
      .select()
      .from(contributions)
      .where(eq(contributions.id, part.allocationId));
    const product = contribution?.productId ? products.get(contribution.productId) : undefined;
    entries.push([await returnLine(tx, order, part, contribution, product), part.amountCents]);
    leftCents -= part.amountCents;
  }
  entries.push(['disputes', beyondCents + leftCents]);
  await post(tx, { reason: 'dispute: funds reinstated', source, entries });
  await matchRefunds(tx, order.paymentIntentId);
}

/** What a dispute has taken and not given back: what counts for products first. */
function linesToReturn(tx: Tx, disputeId: string): Promise<Line[]> {
  const { account, amountCents, allocationId } = disputeLines;
  const counts = sql`${account} not in ('review', 'refunds')`;
  return tx
    .select()
    .from(disputeLines)
    .where(and(eq(disputeLines.disputeId, disputeId), isNull(disputeLines.returnedAt)))
    .orderBy(desc(counts), desc(account), desc(amountCents), asc(allocationId));
}

/** What so many cents give back of what a dispute has taken, marked as returned. */
async function partsOf(tx: Tx, disputeId: string, cents: number, by: string): Promise<Line[]> {
  const parts: Line[] = [];
  for (const line of await linesToReturn(tx, disputeId)) {
    const part = await partOf(tx, line, cents - sumOf(parts), by);
    if (part) parts.push(part);
  }
  return parts;
}

function sumOf(lines: Line[]): number {
  return lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/** So much of a line as `cents` give back, marked as returned; undefined where that is none of it. */
async function partOf(
  tx: Tx,
  line: Line,
  cents: number,
  source: string,
): Promise<Line | undefined> {
  if (cents <= 0) return undefined;
  const ofLine = and(
    eq(disputeLines.disputeId, line.disputeId),
    eq(disputeLines.allocationId, line.allocationId),
    eq(disputeLines.account, line.account),
  );
  const returnedAt = now();
  if (line.amountCents <= cents) {
    await tx.update(disputeLines).set({ returnedAt }).where(ofLine);
    return line;
  }
  const amountCents = line.amountCents - cents;
  await tx.update(disputeLines).set({ amountCents }).where(ofLine);
  const part = { ...line, amountCents: cents, returnedAt };
  if (line.account === 'review') return part;
  const allocationId = await cutShare(tx, line.allocationId, cents, source);
  await tx.insert(disputeLines).values({ ...part, allocationId });
  return { ...part, allocationId };
}

/** Parts that one dispute has given back and another has: they stay contested, as that one's. */
async function contestAgain(tx: Tx, parts: Line[]): Promise<TakenLine[]> {
  const ids = parts.map(({ allocationId }) => allocationId);
  const owed = parts
    .filter(({ account }) => account === 'refunds')
    .map((part) => part.allocationId);
  await tx.update(contributions).set({ status: 'disputed' }).where(inArray(contributions.id, ids));
  await tx
    .update(refunds)
    .set({ status: 'held', settledAt: null })
    .where(inArray(refunds.id, owed));
  return parts.map(({ allocationId, account, amountCents, previousStatus }) => {
    return { allocationId, account: account as Account, amountCents, previousStatus };
  });
}

/** The account that one share returns to. */
async function returnLine(
  tx: Tx,
  order: Order,
  line: Line,
  contribution: typeof contributions.$inferSelect | undefined,
  product: LockedProduct | undefined,
): Promise<Account> {
  if (!contribution || line.account === 'refunds') {
    if (line.account !== 'refunds') return returnToReview(tx, order, line);
    return (await hasLeftAllTheSame(tx, line, contribution)) ?? oweAgain(tx, line, contribution);
  }
  const { id, emailNormalised, amountCents } = contribution;
  const setStatus = (status: string) =>
    tx.update(contributions).set({ status }).where(eq(contributions.id, id));
  if (product && needOf(product) < amountCents) {
    await setStatus('refund_pending');
    await oweRefund(tx, contribution, { reason: 'reinstated_full' });
    return 'refunds';
  }
  const { isNewlyFull } = product
    ? await joinProduct(tx, product, {
        orderId: order.id,
        emailNormalised,
        amountCents,
        reservedCents: 0,
      })
    : { isNewlyFull: false };
  await setStatus('paid');
  if (product && isNewlyFull) await tellAudience(tx, product.id, 'goal-reached', order.id);
  return allocationAccount(contribution.productId);
}

async function returnToReview(tx: Tx, order: Order, { amountCents }: Line): Promise<Account> {
  const row = await paymentUnderReview(tx, order);
  if (row) await changeOpen(tx, row.id, amountCents);
  return 'review';
}

/**
 * A refund that went out while the dispute held it: what comes back makes up for that, and the payer
 * has had the money.
 */
async function hasLeftAllTheSame(
  tx: Tx,
  line: Line,
  contribution: typeof contributions.$inferSelect | undefined,
): Promise<Account | undefined> {
  const [sent] = await tx
    .update(refunds)
    .set({ status: 'succeeded' })
    .where(and(eq(refunds.id, line.allocationId), eq(refunds.isBooked, true)))
    .returning();
  if (!sent) return undefined;
  if (contribution) {
    await tx
      .update(contributions)
      .set({ status: 'refunded' })
      .where(eq(contributions.id, contribution.id));
  }
  return 'disputes';
}

async function oweAgain(
  tx: Tx,
  line: Line,
  contribution: typeof contributions.$inferSelect | undefined,
): Promise<Account> {
  // A refund that Stripe had made and that failed needs a new key; one never made keeps its own.
  const isMade = sql`${refunds.stripeRefundId} is not null`;
  await tx
    .update(refunds)
    .set({
      status: 'queued',
      attempt: sql`${refunds.attempt} + case when ${isMade} then 1 else 0 end`,
      tries: sql`case when ${isMade} then 0 else ${refunds.tries} end`,
      stripeRefundId: null,
      settledAt: null,
    })
    .where(eq(refunds.id, line.allocationId));
  if (contribution) {
    await tx
      .update(contributions)
      .set({ status: 'refund_pending' })
      .where(eq(contributions.id, contribution.id));
  }
  await nudge(tx, SEND_REFUND_JOB, { refundId: line.allocationId });
  return 'refunds';
}
