import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import {
  changeFundings,
  lockProducts,
  type FundingChange,
  type LockedProduct,
} from '#app/catalogue/funding-columns.server.ts';
import {
  movableShares,
  moveCents,
  sumOf,
  type GivenShare,
} from '#app/funding/moving/move-share.server.ts';
import { isBegun, openNeedOf } from '#app/funding/product-funding.server.ts';
import { endPromise } from '#app/funding/spent-promise.server.ts';
import { lockOrders, paidForAt, paymentsOf, promisesToReturn } from '#app/funding/store.server.ts';
import { tellAudience } from '#app/funding/tell-audience.server.ts';
import { takenCents } from '#app/kit/money.ts';
import { db, type Tx } from '#app/platform/database/db.server.ts';
import { log } from '#app/platform/log.server.ts';
import { contributions, matches, matchPromises, orders, products } from '#db/schema.ts';
import { bookingOf, releasePromise, type MatchPromise } from './promise.server.ts';
import { matchedAt, returnMatched } from './return-matched.server.ts';

/**
 * Keeps what matches have promised (decision 0108): where the gift was paid, the money moves to its
 * product; where it was not, or the match has lost it, the promise is released; and where a matched
 * gift has left before testing has begun, its match goes back. One transaction each; safe to run
 * twice at once. Returns how many promises it changed.
 */
export async function settleMatches(): Promise<number> {
  let settled = 0;
  for (const [found, settle] of [
    [await unsettled(), settleOne],
    [await promisesToReturn(), returnOne],
  ] as const) {
    for (const promise of found) {
      try {
        if (await settle(promise)) settled += 1;
      } catch (error) {
        // Those after it are settled all the same.
        log.error({ err: error, ...promise }, 'a promise was not settled; it is tried again');
      }
    }
  }
  return settled;
}

type PromiseKey = Pick<MatchPromise, 'orderId' | 'productId' | 'matchId'>;

const key = {
  orderId: matchPromises.orderId,
  productId: matchPromises.productId,
  matchId: matchPromises.matchId,
};

/** Promises whose order is decided, the oldest first, and those that were broken. */
function unsettled(): Promise<PromiseKey[]> {
  const { orderId, status, createdAt } = matchPromises;
  const isDecided = sql`(${status} = 'broken' or ${orders.status} not in ('open', 'awaiting'))`;
  return db()
    .select(key)
    .from(matchPromises)
    .innerJoin(orders, eq(orders.id, orderId))
    .where(and(inArray(status, ['open', 'broken']), isDecided))
    .orderBy(asc(createdAt), asc(orderId));
}

async function settleOne({ orderId, productId, matchId }: PromiseKey): Promise<boolean> {
  return db().transaction(async (tx) => {
    // Payments first, then products: the way round in which everything else locks them.
    const held = await paymentsOf(tx, matchId);
    await lockOrders(tx, [orderId, ...held]);
    const paidFor = await paidForAt(tx, matchId);
    const locked = await lockProducts(tx, [productId, matchId, ...paidFor]);
    const [from, to] = [locked.get(matchId), locked.get(productId)];
    const promise = await read(tx, { orderId, productId });
    const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
    const isUnsettled = promise?.status === 'open' || promise?.status === 'broken';
    if (!isUnsettled || !order || !from || !to) return false;
    const isKept = promise.status === 'open' && order.status === 'paid';
    const giftCents = isKept ? await giftAt(tx, promise, to.id) : 0;
    const isOwn = isKept && (await isSponsors(tx, promise));
    const shares = giftCents > 0 && !isOwn ? await spendable(tx, matchId, held) : [];
    const most = Math.min(promise.amountCents, giftCents, sumOf(shares));
    const cents = takenCents(most, openNeedOf(to, promise.amountCents));
    const changes = new Map<number, FundingChange>();
    // Promised and reserved no more: from here on it is money like any other.
    await releasePromise(tx, promise, changes);
    await changeFundings(tx, changes);
    from.promisedCents += changes.get(from.id)?.promisedCents ?? 0;
    to.reservedCents += changes.get(to.id)?.reservedCents ?? 0;
    if (cents > 0) await spend(tx, promise, { from, to }, shares, cents);
    return true;
  });
}

/** Moves so much of a match's shares to the product of a promise, and notes it there. */
async function spend(
  tx: Tx,
  promise: MatchPromise,
  { from, to }: { from: LockedProduct; to: LockedProduct },
  shares: GivenShare[],
  cents: number,
): Promise<void> {
  const source = bookingOf(promise);
  const booking = { reason: 'match added to a gift', source };
  const besides = { spentBy: source };
  const { isNewlyFull } = await moveCents(tx, shares, { from, to }, cents, booking, besides);
  const { orderId, productId } = matchPromises;
  await tx
    .update(matchPromises)
    .set({ status: 'spent', amountCents: cents })
    .where(and(eq(orderId, promise.orderId), eq(productId, promise.productId)));
  if (isNewlyFull) await tellAudience(tx, to.id, 'goal-reached', source);
}

async function returnOne({ orderId, productId, matchId }: PromiseKey): Promise<boolean> {
  return db().transaction(async (tx) => {
    const booking = bookingOf({ orderId, productId, matchId });
    const placeId = await placeOf(tx, productId);
    const held = (await matchedAt(tx, placeId, [booking])).map((share) => share.orderId);
    await lockOrders(tx, [orderId, ...held]);
    const locked = await lockProducts(tx, [placeId, matchId]);
    const [from, to] = [locked.get(placeId), locked.get(matchId)];
    const promise = await read(tx, { orderId, productId });
    if (promise?.status !== 'spent' || !from || !to || isBegun(from)) return false;
    // Merged meanwhile: the next run looks there.
    if ((await placeOf(tx, productId)) !== placeId) return false;
    const standing = await matchedAt(tx, placeId, [booking]);
    if (standing.some((share) => !held.includes(share.orderId))) return false;
    const paidCents = sumOf(standing.filter(({ status }) => status === 'paid'));
    const giftCents = await giftAt(tx, promise, placeId);
    const backCents = paidCents - giftCents;
    if (backCents <= 0 && giftCents > 0 && standing.length > 0) return false;
    await returnMatched(tx, promise, { from, to }, backCents);
    // What a bank gives back at last is the match's, too.
    if (giftCents === 0) await endPromise(tx, { spentBy: booking });
    return true;
  });
}

async function placeOf(tx: Tx, productId: number): Promise<number> {
  const { id, mergedInto } = products;
  const [row] = await tx.select({ mergedInto }).from(products).where(eq(id, productId));
  return row?.mergedInto ?? productId;
}

async function read(
  tx: Tx,
  of: Pick<MatchPromise, 'orderId' | 'productId'>,
): Promise<MatchPromise | undefined> {
  const { orderId, productId } = matchPromises;
  const own = and(eq(orderId, of.orderId), eq(productId, of.productId));
  return (await tx.select().from(matchPromises).where(own))[0];
}

/** Cents of a promise's gift that stand as paid at a place. */
async function giftAt(
  tx: Tx,
  of: Pick<MatchPromise, 'orderId' | 'productId'>,
  placeId: number,
): Promise<number> {
  const { orderId, productId, mergedFrom, status, isExcess, amountCents } = contributions;
  const [row] = await tx
    .select({ cents: sql<number>`coalesce(sum(${amountCents}), 0)::int` })
    .from(contributions)
    .where(
      and(
        eq(orderId, of.orderId),
        eq(productId, placeId),
        eq(status, 'paid'),
        eq(isExcess, false),
        eq(sql`coalesce(${mergedFrom}, ${productId})`, of.productId),
      ),
    );
  return row?.cents ?? 0;
}

/** Whether a promise is to a gift of its sponsor's own: who pays is known once it is paid. */
async function isSponsors(tx: Tx, { orderId, matchId }: PromiseKey): Promise<boolean> {
  const own = and(
    eq(contributions.orderId, orderId),
    eq(matches.id, matchId),
    eq(matches.sponsorEmailNormalised, contributions.emailNormalised),
  );
  const { id } = contributions;
  return (await tx.select({ id }).from(contributions).innerJoin(matches, own).limit(1)).length > 0;
}

/** What a match may spend, the oldest first: nothing of a payment in dispute. */
async function spendable(tx: Tx, matchId: number, held: string[]): Promise<GivenShare[]> {
  const { id, paidAt } = contributions;
  return tx
    .select()
    .from(contributions)
    .where(movableShares(matchId, held))
    .orderBy(asc(paidAt), asc(id));
}
