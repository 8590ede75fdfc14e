import { and, asc, eq, sql } from 'drizzle-orm';
import { changeFunding, type LockedProduct } from '#app/catalogue/funding-columns.server.ts';
import { chargedCents, feeShare } from './fee-share.server.ts';
import { roomOf, type MovingPair } from './lock-pair.server.ts';
import { oweRefund } from '#app/funding/refunds/owe-refund.server.ts';
import { withdrawNotices } from '#app/funding/refund-due.server.ts';
import { tellAudience } from '#app/funding/tell-audience.server.ts';
import { present } from '#app/kit/assert.ts';
import { feesAccount, productAccount } from '#app/ledger/accounts.ts';
import { balanceOf, post } from '#app/ledger/post.server.ts';
import type { Tx } from '#app/platform/database/db.server.ts';
import { queueMails } from '#app/platform/mail/mail-queue.server.ts';
import { contributions } from '#db/schema.ts';

type Contribution = typeof contributions.$inferSelect;

export interface Moved {
  /** What the survivor took, and what goes back because it needed no more. */
  movedCents: number;
  excessCents: number;
  contributions: number;
}

/**
 * Moves all that was given to one locked product to another, in the caller's transaction: what the
 * survivor needs, the earliest payments first, becomes its own; the rest is owed back as what is
 * paid late is. What is contested moves too, so that it returns to the survivor when it is won; what
 * has gone back, or is on its way, stays with the code that it was paid for. Of the fees so much
 * follows as of the money, what is contested included: nobody pays for money that went back. The source is the duplicate: nothing is moved twice.
 */
export async function moveMoney(tx: Tx, { gone, survivor }: MovingPair): Promise<Moved> {
  const paid = await contributionsOf(tx, gone.id, 'paid');
  const contested = await contributionsOf(tx, gone.id, 'disputed');
  const all = await chargedCents(tx, gone.id);
  const takes = roomOf(survivor);
  const before = await countGivers(tx, survivor.id);
  let movedCents = 0;
  const back: Contribution[] = [];
  for (const one of paid) {
    const accepted = Math.min(one.amountCents, takes - movedCents);
    movedCents += accepted;
    if (accepted > 0) await place(tx, one, survivor.id, accepted);
    const excessCents = one.amountCents - accepted;
    if (accepted === 0) back.push(await returnWhole(tx, one, survivor.id));
    else if (excessCents > 0) back.push(await splitOff(tx, one, survivor.id, excessCents));
  }
  // Once testing has begun there is nothing that contested money could return to.
  if (!survivor.testingBegunAt) for (const one of contested) await place(tx, one, survivor.id);
  const excessCents = sumOf(back);
  for (const one of back) await oweRefund(tx, one, { reason: 'excess', note: noteOf(survivor) });
  const contestedCents = sumOf(contested);
  const follows = movedCents + (survivor.testingBegunAt ? 0 : contestedCents);
  await book(tx, gone, survivor, { movedCents, excessCents, follows, all });
  const isNewlyFull = await project(tx, gone, survivor, movedCents, before);
  await tellOfExcess(tx, { gone, survivor }, back);
  if (isNewlyFull) await tellAudience(tx, survivor.id, 'goal-reached', `merge-${gone.id}`);
  return { movedCents, excessCents, contributions: paid.length + contested.length };
}

function sumOf(some: Contribution[]): number {
  return some.reduce((sum, one) => sum + one.amountCents, 0);
}

async function contributionsOf(tx: Tx, productId: number, status: string): Promise<Contribution[]> {
  return tx
    .select()
    .from(contributions)
    .where(
      and(
        eq(contributions.productId, productId),
        eq(contributions.status, status),
        eq(contributions.isExcess, false),
      ),
    )
    .orderBy(asc(contributions.paidAt), asc(contributions.id));
}

/** Makes a contribution, or so much of it, the survivor's. */
async function place(
  tx: Tx,
  one: Contribution,
  productId: number,
  amountCents = one.amountCents,
): Promise<void> {
  await tx
    .update(contributions)
    .set({ productId, mergedFrom: paidFor(one), amountCents })
    .where(eq(contributions.id, one.id));
}

/** A contribution that the survivor takes nothing of. */
async function returnWhole(tx: Tx, one: Contribution, productId: number): Promise<Contribution> {
  const [whole] = await tx
    .update(contributions)
    .set({ productId, mergedFrom: paidFor(one), status: 'refund_pending', isExcess: true })
    .where(eq(contributions.id, one.id))
    .returning();
  return present(whole, 'a contribution that goes back');
}

/** What the survivor does not take of a contribution, as one of its own: a refund is of a whole one. */
async function splitOff(
  tx: Tx,
  { id: _id, ...shared }: Contribution,
  productId: number,
  amountCents: number,
): Promise<Contribution> {
  const mergedFrom = paidFor(shared);
  const [part] = await tx
    .insert(contributions)
    .values({
      ...shared,
      productId,
      mergedFrom,
      amountCents,
      status: 'refund_pending',
      isExcess: true,
    })
    .returning();
  return present(part, 'the part of a contribution that goes back');
}

/** The code that a contribution was paid for, however often it has moved. */
function paidFor({
  mergedFrom,
  productId,
}: Pick<Contribution, 'mergedFrom' | 'productId'>): number | null {
  return mergedFrom ?? productId;
}

function noteOf(survivor: LockedProduct): string {
  return `merged into product ${survivor.id}`;
}

/** In cents; what follows to the survivor, of all that the duplicate's fees were charged on. */
interface Sums {
  movedCents: number;
  excessCents: number;
  follows: number;
  all: number;
}

async function book(
  tx: Tx,
  gone: LockedProduct,
  survivor: LockedProduct,
  { movedCents, excessCents, follows, all }: Sums,
): Promise<void> {
  const feeCents = feeShare(await balanceOf(tx, feesAccount(gone.id)), follows, all);
  if (movedCents === 0 && excessCents === 0 && feeCents === 0) return;
  await post(tx, {
    reason: 'product merged',
    source: `merge:${gone.id}`,
    entries: [
      [productAccount(gone.id), -movedCents - excessCents],
      [productAccount(survivor.id), movedCents],
      ['refunds', excessCents],
      [feesAccount(gone.id), -feeCents],
      [feesAccount(survivor.id), feeCents],
    ],
  });
}

/** Writes both products' projections; whether the survivor has reached its goal by it. */
async function project(
  tx: Tx,
  gone: LockedProduct,
  survivor: LockedProduct,
  movedCents: number,
  giversBefore: number,
): Promise<boolean> {
  const givers = await countGivers(tx, survivor.id);
  const isFull = survivor.raisedCents + movedCents >= survivor.targetCents;
  const isNewlyFull = isFull && survivor.testingStatus === 'Untested';
  await changeFunding(tx, survivor.id, {
    raisedCents: movedCents,
    contributors: givers - giversBefore,
    ...(isNewlyFull ? { testingStatus: 'Testing in Progress' } : {}),
  });
  if (isNewlyFull) await withdrawNotices(tx, survivor.id);
  await changeFunding(tx, gone.id, {
    raisedCents: -gone.raisedCents,
    contributors: -gone.contributorCount,
    testingStatus: 'Untested',
  });
  return isNewlyFull;
}

async function countGivers(tx: Tx, productId: number): Promise<number> {
  const { emailNormalised } = contributions;
  const [row] = await tx
    .select({ count: sql<number>`count(distinct ${emailNormalised})::int` })
    .from(contributions)
    .where(
      and(
        eq(contributions.productId, productId),
        eq(contributions.status, 'paid'),
        eq(contributions.isExcess, false),
      ),
    );
  return row?.count ?? 0;
}

/** One letter a payment, about what this merge sends back of it. */
async function tellOfExcess(
  tx: Tx,
  { gone, survivor }: MovingPair,
  back: Contribution[],
): Promise<void> {
  const payments = Map.groupBy(back, (one) => one.orderId);
  await queueMails(
    tx,
    [...payments].map(([orderId, parts]) => ({
      name: 'merged-excess',
      toEmail: present(parts[0], 'a part that goes back').email,
      params: { orderId, contributionIds: parts.map(({ id }) => id).join() },
      dedupeKey: `merged-excess:${orderId}:${gone.id}:${survivor.id}`,
    })),
  );
}
