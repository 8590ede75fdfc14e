import { randomUUID } from 'node:crypto';
import { and, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { lockProducts, type LockedProduct } from '#app/catalogue/funding-columns.server.ts';
import { cutShare } from '#app/funding/disputes/cut-share.server.ts';
import {
  followingFees,
  moveShare,
  type GivenShare,
} from '#app/funding/moving/move-share.server.ts';
import { feesAccount, productAccount } from '#app/ledger/accounts.ts';
import { post } from '#app/ledger/post.server.ts';
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
 * at the promise: what was the last of it makes it `returned`. Sponsors' payments, product and match
 * are locked, and follow what changes. Returns the cents that were there to be moved.
 */
export async function returnMatched(
  tx: Tx,
  promise: MatchPromise,
  { from, to }: { from: LockedProduct; to: LockedProduct },
  cents: number,
): Promise<number> {
  const standing = await matchedAt(tx, from.id, [bookingOf(promise)]);
  const paid = standing.filter(({ status }) => status === 'paid');
  const backCents = Math.min(cents, sumOf(paid));
  if (backCents > 0) await move(tx, paid, { from, to }, backCents);
  const isLast = sumOf(standing) === backCents;
  const leftCents = isLast ? promise.amountCents : promise.amountCents - backCents;
  const { orderId, productId } = matchPromises;
  await tx
    .update(matchPromises)
    .set({ amountCents: leftCents, ...(isLast ? { status: 'returned', settledAt: now() } : {}) })
    .where(and(eq(orderId, promise.orderId), eq(productId, promise.productId)));
  return backCents;
}

async function move(
  tx: Tx,
  paid: GivenShare[],
  { from, to }: { from: LockedProduct; to: LockedProduct },
  cents: number,
): Promise<void> {
  const source = `match:${to.id}:${randomUUID()}`;
  const feeCents = await followingFees(tx, from.id, cents);
  await post(tx, {
    reason: 'match taken back: its gift is gone',
    source,
    entries: [
      [productAccount(from.id), -cents],
      [productAccount(to.id), cents],
      [feesAccount(from.id), -feeCents],
      [feesAccount(to.id), feeCents],
    ],
  });
  const again = { spentBy: null, refundToldAt: null, refundAllowedAt: null, moveAskedAt: null };
  let leftCents = cents;
  for (const share of paid) {
    if (leftCents === 0) break;
    const amountCents = Math.min(share.amountCents, leftCents);
    const isWhole = amountCents === share.amountCents;
    const id = isWhole ? share.id : await cutShare(tx, share.id, amountCents, source);
    await moveShare(tx, { ...share, id, amountCents }, { from, to }, again);
    leftCents -= amountCents;
  }
}

/**
 * Takes back so much of the matched money of a locked product, the newest promises first, before it is
 * merged into one that has no need of it. Sponsors' payments and matches are locked. Returns the cents.
 */
export async function returnNewest(
  tx: Tx,
  from: LockedProduct,
  mostCents: number,
): Promise<number> {
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
  return mostCents - leftCents;
}

export function sumOf(shares: { amountCents: number }[]): number {
  return shares.reduce((sum, { amountCents }) => sum + amountCents, 0);
}
