import { and, asc, eq, inArray, isNotNull, ne, not, sql } from 'drizzle-orm';
import { outcomeOf, type MovingPair, type MergeOutcome } from './lock-pair.server.ts';
import { joinProduct, leaveProduct, openNeedOf } from '#app/funding/product-funding.server.ts';
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

/** In cents what the survivor took and what goes back, and of how many contributions. */
export type Moved = MergeOutcome & { contributions: number };

/**
 * Moves all that was given to one locked product to another, in the caller's transaction: what the
 * survivor needs, the earliest payments first, becomes its own; the rest is owed back as what is
 * paid late is. What is contested moves too, so that it returns to the survivor when it is won; what
 * has gone back, or is on its way, stays with the code that it was paid for. The pair is left as it
 * was locked. The source is the duplicate: nothing is moved twice.
 */
export async function moveMoney(tx: Tx, pair: MovingPair): Promise<Moved> {
  const [gone, survivor] = [{ ...pair.gone }, { ...pair.survivor }];
  const given = await givenTo(tx, gone.id);
  await book(tx, pair, given);
  const back: Contribution[] = [];
  const goals: boolean[] = [];
  for (const one of given) {
    const accepted = one.status === 'paid' ? Math.min(one.amountCents, openNeedOf(survivor)) : 0;
    if (accepted > 0) {
      const paid = { ...one, amountCents: accepted, reservedCents: 0 };
      goals.push((await joinProduct(tx, survivor, paid)).isNewlyFull);
    }
    back.push(...(await place(tx, one, pair.survivor, accepted)));
    if (one.status === 'paid') await leaveProduct(tx, gone, one);
  }
  const note = `merged into product ${survivor.id}`;
  for (const one of back) await oweRefund(tx, one, { reason: 'excess', note });
  await tellOfExcess(tx, pair, back);
  if (goals.includes(true)) {
    // Of what was placed after the goal was reached, too.
    await withdrawNotices(tx, survivor.id);
    await tellAudience(tx, survivor.id, 'goal-reached', `merge-${gone.id}`);
  }
  return { ...outcomeOf(pair), contributions: given.length };
}

/** What a product has, the earliest first, and what it would have again. */
async function givenTo(tx: Tx, productId: number): Promise<Contribution[]> {
  const { status, isExcess, paidAt, id } = contributions;
  const stands = and(inArray(status, ['paid', 'disputed']), eq(isExcess, false));
  return tx
    .select()
    .from(contributions)
    .where(and(eq(contributions.productId, productId), stands))
    .orderBy(asc(paidAt), asc(id));
}

/**
 * Makes a contribution the survivor's, `accepted` cents of it where it is paid; returns what goes
 * back of it, split off where that is a part: a refund is of a whole contribution.
 */
async function place(
  tx: Tx,
  one: Contribution,
  survivor: MovingPair['survivor'],
  accepted: number,
): Promise<Contribution[]> {
  const own = eq(contributions.id, one.id);
  // The code that it was paid for, however often it has moved.
  const moved = { productId: survivor.id, mergedFrom: one.mergedFrom ?? one.productId };
  if (one.status === 'disputed') {
    // Once testing has begun there is nothing that contested money could return to.
    if (!survivor.testingBegunAt) await tx.update(contributions).set(moved).where(own);
    return [];
  }
  const excess = { ...moved, status: 'refund_pending', isExcess: true };
  if (accepted === 0) return tx.update(contributions).set(excess).where(own).returning();
  await tx
    .update(contributions)
    .set({ ...moved, amountCents: accepted })
    .where(own);
  const amountCents = one.amountCents - accepted;
  if (amountCents === 0) return [];
  const { id: _id, ...shared } = one;
  return tx
    .insert(contributions)
    .values({ ...shared, ...excess, amountCents })
    .returning();
}

/**
 * One posting, before anything is placed. Of the fees so much follows as of the money, what is
 * contested included, in whole cents: nobody pays for money that went back.
 */
async function book(tx: Tx, pair: MovingPair, given: Contribution[]): Promise<void> {
  const { gone, survivor } = pair;
  const { movedCents, excessCents } = outcomeOf(pair);
  const contested = survivor.testingBegunAt ? [] : given.filter((one) => one.status === 'disputed');
  const follows = contested.reduce((sum, one) => sum + one.amountCents, movedCents);
  const all = await chargedCents(tx, gone.id);
  const feesCents = await balanceOf(tx, feesAccount(gone.id));
  const feeCents = all === 0 ? 0 : Math.round((feesCents * follows) / all);
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

/**
 * The cents that the fees of a product were charged on, whatever became of them since. What went back
 * when another was merged into it left its fees there.
 */
async function chargedCents(tx: Tx, productId: number): Promise<number> {
  const { amountCents, status, isExcess, mergedFrom } = contributions;
  const cameBack = and(eq(isExcess, true), isNotNull(mergedFrom));
  const [row] = await tx
    .select({ cents: sql<number>`coalesce(sum(${amountCents}), 0)::float8` })
    .from(contributions)
    .where(and(eq(contributions.productId, productId), ne(status, 'pending'), not(cameBack!)));
  return row?.cents ?? 0;
}

/** One email a payment, about what this merge sends back of it. */
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
