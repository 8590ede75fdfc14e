import { and, asc, eq, inArray } from 'drizzle-orm';
import { outcomeOf, type MovingPair, type MergeOutcome } from './lock-pair.server.ts';
import { followingFees } from '#app/funding/post-fee.server.ts';
import { tellAudience } from '#app/subscriptions/tell-audience.server.ts';
import {
  owed,
  PLACES,
  standingAt,
  transfer,
  type Holding,
  type Move,
} from '#app/funding/transfers/transfer.server.ts';
import { present } from '#app/kit/assert.ts';
import type { Tx } from '#app/database/db.server.ts';
import { queueMails } from '#app/mail/mail-queue.server.ts';
import { contributions } from '#db/schema.ts';

/** What was done with the money, and of how many contributions. */
export type Moved = MergeOutcome & { contributions: number };

/**
 * Moves all that was given to one locked product to another, in the caller's transaction: what the
 * survivor needs, the earliest payments first, becomes its own; the rest is owed back as what is
 * paid late is. What is contested moves too, so that it returns to the survivor when it is won; what
 * has gone back, or is on its way, stays with the code that it was paid for. The pair is left as it
 * was locked. Of the fees so much follows as of the money, what is contested included. The source is
 * the duplicate: nothing is moved twice.
 */
export async function moveMoney(tx: Tx, pair: MovingPair): Promise<Moved> {
  const { gone, survivor } = pair;
  const given = await givenTo(tx, gone.id);
  // Once testing has begun there is nothing that contested money could return to: every gift goes back.
  const contested = survivor.testingBegunAt ? [] : given.filter(isContested);
  const outcome = outcomeOf(pair);
  const followingCents = contested.reduce((sum, one) => sum + one.amountCents, outcome.movedCents);
  const besides = await followingFees(tx, gone.id, survivor.id, followingCents);
  const to = standingAt(survivor.id);
  const goesBack = {
    ...owed('excess', `merged into product ${survivor.id}`),
    productId: survivor.id,
  };
  const moves: Move[] = [];
  let neededCents = outcome.movedCents;
  for (const of of given) {
    if (isContested(of)) continue;
    const accepted = Math.min(of.amountCents, neededCents);
    neededCents -= accepted;
    const excess = of.amountCents - accepted;
    // A part of the same may have gone back from the survivor before: each is told apart.
    const set = { isExcess: true, cutBy: `merge:${gone.id}:${of.id}` };
    if (excess > 0) moves.push({ of, to: goesBack, cents: excess, set });
    if (accepted > 0) moves.push({ of, to, cents: accepted });
  }
  for (const of of contested)
    moves.push({ of, to: { ...PLACES.contested, productId: survivor.id } });
  const cause = { reason: 'product merged', source: `merge:${gone.id}`, besides };
  const { moved, filled } = await transfer(tx, cause, moves);
  await tellOfExcess(
    tx,
    pair,
    moved.filter(({ isExcess }) => isExcess),
  );
  for (const id of filled) await tellAudience(tx, id, 'goal-reached', `merge-${gone.id}`);
  return { ...outcome, contributions: given.length };
}

function isContested({ status }: Holding): boolean {
  return status === 'disputed';
}

/** What a product has, the earliest first, and what it would have again. */
async function givenTo(tx: Tx, productId: number): Promise<Holding[]> {
  const { status, isExcess, paidAt, id } = contributions;
  const stands = and(inArray(status, ['paid', 'disputed']), eq(isExcess, false));
  return tx
    .select()
    .from(contributions)
    .where(and(eq(contributions.productId, productId), stands))
    .orderBy(asc(paidAt), asc(id));
}

/** One email a payment, about what this merge sends back of it. */
async function tellOfExcess(tx: Tx, { gone, survivor }: MovingPair, back: Holding[]) {
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
