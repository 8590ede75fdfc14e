import { and, eq, inArray } from 'drizzle-orm';
import { lockProducts, type FundingChange } from '#app/catalogue/funding-columns.server.ts';
import { isFor, isPurpose } from '#app/catalogue/pool.ts';
import { planMatches, type MatchableGift, type OpenMatch } from './match.ts';
import { openMatches } from './read-matches.server.ts';
import { SPEND_POOLS_JOB } from '#app/funding/pool-job.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Tx } from '#app/platform/database/db.server.ts';
import { nudge } from '#app/platform/database/queue.server.ts';
import { contributions, matchPromises } from '#db/schema.ts';

/** A gift, with what says whether its product is matched at all. */
export type LineToMatch = MatchableGift & { isDemo: boolean; unreviewedSince: Date | null };

/**
 * Those of the gifts that a match is for: of products that an administrator has looked at, and none of
 * whose money is contested. Asks nothing where no match is open.
 */
export async function matchable(
  tx: Tx,
  open: OpenMatch[],
  lines: LineToMatch[],
): Promise<MatchableGift[]> {
  const fit = lines.filter(
    (line) =>
      !isPurpose(line.productId) &&
      !line.isDemo &&
      !line.unreviewedSince &&
      open.some((match) => isFor(match, line)),
  );
  if (fit.length === 0) return [];
  const { productId, status } = contributions;
  const ids = fit.map((line) => line.productId);
  const contested = await tx
    .selectDistinct({ productId })
    .from(contributions)
    .where(and(inArray(productId, ids), eq(status, 'disputed')));
  const isContested = new Set(contested.map((row) => row.productId));
  return fit.filter((line) => !isContested.has(line.productId));
}

/**
 * Promises what matches add to the lines of a new order whose products are locked, and adds it to what
 * is reserved of these. The last that a checkout does: the matches are locked only here, and looked at
 * again, so that others who want them wait as little as can be. `open` are those that were open before.
 * Cents by product.
 */
export async function promiseMatches(
  tx: Tx,
  orderId: string,
  open: OpenMatch[],
  lines: LineToMatch[],
  changes: Map<number, FundingChange>,
): Promise<Map<number, number>> {
  const gifts = await matchable(tx, open, lines);
  if (gifts.length === 0) return new Map();
  const wanted = open.filter((match) => gifts.some((gift) => isFor(match, gift)));
  const plan = planMatches(await lockMatches(tx, wanted), gifts);
  if (plan.size === 0) return new Map();
  await tx.insert(matchPromises).values(
    [...plan].map(([productId, { matchId, cents }]) => {
      return { orderId, productId, matchId, amountCents: cents, createdAt: now() };
    }),
  );
  for (const [productId, { matchId, cents }] of plan) {
    add(changes, productId, 'reservedCents', cents);
    add(changes, matchId, 'promisedCents', cents);
  }
  return new Map([...plan].map(([productId, { cents }]) => [productId, cents]));
}

/** Locks matches, and says what those that are still open have left. */
async function lockMatches(tx: Tx, wanted: OpenMatch[]): Promise<OpenMatch[]> {
  const locked = await lockProducts(
    tx,
    wanted.map(({ id }) => id),
  );
  // Others wait for as long as these are held: gifts are counted only where that matters.
  const isCounted = wanted.some(({ giftsLeft }) => giftsLeft !== null);
  if (isCounted) return (await openMatches(tx)).filter(({ id }) => locked.has(id));
  return wanted.flatMap((match) => {
    const place = locked.get(match.id);
    if (!place || place.removedAt) return [];
    return [{ ...match, leftCents: place.raisedCents - place.promisedCents }];
  });
}

/** What stands promised to an order, or is reserved for a promise that was broken. */
export function openPromisesOf(tx: Tx, orderId: string) {
  const { status } = matchPromises;
  const isOpen = inArray(status, ['open', 'broken']);
  return tx
    .select()
    .from(matchPromises)
    .where(and(eq(matchPromises.orderId, orderId), isOpen));
}

export type MatchPromise = typeof matchPromises.$inferSelect;

/** The booking that spends a promise, once, and by which its shares are known (`spent_by`). */
export function bookingOf({
  matchId,
  orderId,
  productId,
}: Pick<MatchPromise, 'matchId' | 'orderId' | 'productId'>): string {
  return `match:${matchId}:${orderId}:${productId}`;
}

/** Releases a promise whose match and product are locked; adds to `changes` what is free by it. */
export async function releasePromise(
  tx: Tx,
  promise: MatchPromise,
  changes: Map<number, FundingChange>,
): Promise<void> {
  const { orderId, productId, matchId, amountCents, status } = promise;
  await tx
    .update(matchPromises)
    .set({ status: 'released', settledAt: now() })
    .where(and(eq(matchPromises.orderId, orderId), eq(matchPromises.productId, productId)));
  add(changes, productId, 'reservedCents', -amountCents);
  // What is broken is promised no more.
  if (status === 'open') add(changes, matchId, 'promisedCents', -amountCents);
}

/** Has the promises of paid orders kept at once, should there be any. */
export async function nudgeWherePromised(tx: Tx, orderIds: string[]): Promise<void> {
  const { orderId, status } = matchPromises;
  const [promised] = await tx
    .select({ orderId })
    .from(matchPromises)
    .where(and(inArray(orderId, orderIds), eq(status, 'open')))
    .limit(1);
  if (promised) await nudge(tx, SPEND_POOLS_JOB, {});
}

function add(
  changes: Map<number, FundingChange>,
  id: number,
  column: 'reservedCents' | 'promisedCents',
  cents: number,
): void {
  const change = changes.get(id) ?? {};
  changes.set(id, { ...change, [column]: (change[column] ?? 0) + cents });
}
