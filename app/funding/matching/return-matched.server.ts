import { randomUUID } from 'node:crypto';
import { and, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { lockProducts, type LockedProduct } from '#app/catalogue/funding-columns.server.ts';
import { moveCents, sumOf, type GivenShare } from '#app/funding/moving/move-share.server.ts';
import { AS_GIVEN } from '#app/funding/spent-promise.server.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Tx } from '#app/platform/database/db.server.ts';
import { contributions, matchPromises, products } from '#db/schema.ts';
import { bookingOf, type MatchPromise } from './promise.server.ts';

/** What stands at a product of what a booking spent on it: paid, or contested and maybe paid again. */
export function matchedAt(tx: Tx, placeId: number, bookings: string[]): Promise<GivenShare[]> {
  const { productId, spentBy, status, isExcess, paidAt, id } = contributions;
  return tx
    .select()
    .from(contributions)
    .where(
      and(
        eq(productId, placeId),
        inArray(spentBy, bookings),
        inArray(status, ['paid', 'disputed']),
        eq(isExcess, false),
      ),
    )
    .orderBy(desc(paidAt), desc(id));
}

/**
 * Moves at most `cents` of what a promise spent from where it stands back to its match, and notes it
 * at the promise: what was the last of it, or nothing where none of it stands there any more, makes it
 * `returned`. Sponsors' payments, product and match are locked, and follow what changes. Returns the
 * cents that were there to be moved.
 */
export async function returnMatched(
  tx: Tx,
  promise: MatchPromise,
  { from, to }: { from: LockedProduct; to: LockedProduct },
  cents: number,
): Promise<number> {
  const standing = await matchedAt(tx, from.id, [bookingOf(promise)]);
  const paid = standing.filter(({ status }) => status === 'paid');
  const backCents = Math.max(0, Math.min(cents, sumOf(paid)));
  const source = `match:${to.id}:${randomUUID()}`;
  const booking = { reason: 'match taken back: its gift is gone', source };
  if (backCents > 0) await moveCents(tx, paid, { from, to }, backCents, booking, AS_GIVEN);
  const isLast = sumOf(standing) === backCents;
  const leftCents = isLast ? promise.amountCents : promise.amountCents - backCents;
  const { orderId, productId } = matchPromises;
  await tx
    .update(matchPromises)
    .set({ amountCents: leftCents, ...(isLast ? { status: 'returned', settledAt: now() } : {}) })
    .where(and(eq(orderId, promise.orderId), eq(productId, promise.productId)));
  return backCents;
}

/**
 * Takes back so much of the matched money of a locked product, the newest promises first, before it is
 * merged into one that has no need of it. Sponsors' payments and matches are locked.
 */
export async function returnNewest(tx: Tx, from: LockedProduct, mostCents: number): Promise<void> {
  const { status, createdAt, orderId, productId } = matchPromises;
  const spent = await tx
    .select(getTableColumns(matchPromises))
    .from(matchPromises)
    .innerJoin(products, eq(products.id, productId))
    .where(
      and(eq(status, 'spent'), eq(sql`coalesce(${products.mergedInto}, ${products.id})`, from.id)),
    )
    .orderBy(desc(createdAt), desc(orderId));
  let leftCents = mostCents;
  for (const promise of spent) {
    if (leftCents === 0) break;
    const to = (await lockProducts(tx, [promise.matchId])).get(promise.matchId);
    if (to) leftCents -= await returnMatched(tx, promise, { from, to }, leftCents);
  }
}
