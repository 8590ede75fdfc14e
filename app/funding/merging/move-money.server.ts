import { and, asc, eq, inArray } from 'drizzle-orm';
import { outcomeOf, type MovingPair, type MergeOutcome } from './lock-pair.server.ts';
import { moveShare, placeAt, type GivenShare } from '#app/funding/moving/move-share.server.ts';
import { followingFees } from '#app/funding/post-fee.server.ts';
import { leaveProduct, openNeedOf } from '#app/funding/product-funding.server.ts';
import { oweRefund } from '#app/funding/refunds/refund.server.ts';
import { withdrawNotices } from '#app/funding/refund-due.server.ts';
import { tellAudience } from '#app/funding/tell-audience.server.ts';
import { present } from '#app/kit/assert.ts';
import { feesAccount, productAccount } from '#app/ledger/accounts.ts';
import { post } from '#app/ledger/post.server.ts';
import type { Tx } from '#app/database/db.server.ts';
import { queueMails } from '#app/mail/mail-queue.server.ts';
import { contributions } from '#db/schema.ts';

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
  await book(tx, { gone: { ...gone }, survivor: pair.survivor }, given);
  const back: GivenShare[] = [];
  const goals: boolean[] = [];
  for (const one of given) {
    if (one.status === 'disputed') {
      await moveContested(tx, one, survivor);
      continue;
    }
    const accepted = Math.min(one.amountCents, openNeedOf(survivor));
    if (accepted < one.amountCents) back.push(await splitOff(tx, one, survivor.id, accepted));
    if (accepted > 0) {
      const taken = { ...one, amountCents: accepted };
      goals.push((await moveShare(tx, taken, { to: survivor })).isNewlyFull);
    }
    await leaveProduct(tx, gone, one);
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
async function givenTo(tx: Tx, productId: number): Promise<GivenShare[]> {
  const { status, isExcess, paidAt, id } = contributions;
  const stands = and(inArray(status, ['paid', 'disputed']), eq(isExcess, false));
  return tx
    .select()
    .from(contributions)
    .where(and(eq(contributions.productId, productId), stands))
    .orderBy(asc(paidAt), asc(id));
}

/** Once testing has begun there is nothing that contested money could return to: every gift goes back. */
async function moveContested(
  tx: Tx,
  one: GivenShare,
  survivor: MovingPair['survivor'],
): Promise<void> {
  if (survivor.testingBegunAt) return;
  const own = eq(contributions.id, one.id);
  await tx.update(contributions).set(placeAt(one, survivor.id)).where(own);
}

/**
 * What of a paid share goes back, all but `accepted` cents, named by the survivor: split off where that
 * is a part, since a refund is of a whole contribution. A part of the same may have gone back from the
 * survivor before, so each has a booking of its own.
 */
async function splitOff(
  tx: Tx,
  one: GivenShare,
  survivorId: number,
  accepted: number,
): Promise<GivenShare> {
  const own = eq(contributions.id, one.id);
  const mergedFrom = one.mergedFrom ?? one.productId;
  const cutBy = `merge:${one.productId}:${one.id}`;
  const status = 'refund_pending';
  const excess = { productId: survivorId, mergedFrom, cutBy, status, isExcess: true };
  if (accepted === 0) {
    const [whole] = await tx.update(contributions).set(excess).where(own).returning();
    return present(whole, 'a contribution that goes back');
  }
  await tx.update(contributions).set({ amountCents: accepted }).where(own);
  const { id: _id, ...shared } = one;
  const amountCents = one.amountCents - accepted;
  const [part] = await tx
    .insert(contributions)
    .values({ ...shared, ...excess, amountCents })
    .returning();
  return present(part, 'a part that goes back');
}

/**
 * One posting, before anything is placed. Of the fees so much follows as of the money, what is
 * contested included, in whole cents: nobody pays for money that went back.
 */
async function book(tx: Tx, pair: MovingPair, given: GivenShare[]): Promise<void> {
  const { gone, survivor } = pair;
  const { movedCents, excessCents } = outcomeOf(pair);
  const contested = survivor.testingBegunAt ? [] : given.filter((one) => one.status === 'disputed');
  const follows = contested.reduce((sum, one) => sum + one.amountCents, movedCents);
  const feeCents = await followingFees(tx, gone.id, follows);
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

/** One email a payment, about what this merge sends back of it. */
async function tellOfExcess(
  tx: Tx,
  { gone, survivor }: MovingPair,
  back: GivenShare[],
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
