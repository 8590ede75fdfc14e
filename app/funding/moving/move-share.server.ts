import { and, eq, inArray, sql } from 'drizzle-orm';
import type { LockedProduct } from '#app/catalogue/funding-columns.server.ts';
import { followingFees } from '#app/funding/post-fee.server.ts';
import { joinProduct, leaveProduct } from '#app/funding/product-funding.server.ts';
import { withdrawNotices } from '#app/funding/refund-due.server.ts';
import { cutShare } from '#app/funding/disputes/cut-share.server.ts';
import { allocationAccount, feesAccount } from '#app/ledger/accounts.ts';
import { post, type Posting } from '#app/ledger/post.server.ts';
import type { Tx } from '#app/platform/database/db.server.ts';
import { contributions, disputes } from '#db/schema.ts';

export type GivenShare = typeof contributions.$inferSelect;

/** From where to where a share moves. Products are locked, and follow what changes. */
interface Way {
  /** Left out where the caller takes it off itself: a merge, of which a part may go back. */
  from?: LockedProduct;
  /** undefined: to the project. */
  to: LockedProduct | undefined;
}

/**
 * Makes a paid share another place's, whole: off the one with its contributor, onto the other, which
 * has room for it (`openNeedOf`). The payment it came from, and what that was paid for, stay known by
 * it. The caller holds payment and products, books it (with `followingFees`, reckoned before), and
 * tells of a goal that is reached by it.
 */
export async function moveShare(
  tx: Tx,
  share: GivenShare,
  { from, to }: Way,
  besides: Partial<typeof contributions.$inferInsert> = {},
): Promise<{ isNewlyFull: boolean }> {
  const joined = to && (await joinProduct(tx, to, { ...share, reservedCents: 0 }));
  await tx
    .update(contributions)
    .set({ ...placeAt(share, to?.id ?? null), ...besides })
    .where(eq(contributions.id, share.id));
  // Of the share that brought the goal, too.
  if (to && joined?.isNewlyFull) await withdrawNotices(tx, to.id);
  if (from) await leaveProduct(tx, from, share);
  return { isNewlyFull: joined?.isNewlyFull ?? false };
}

/**
 * Moves so many cents of shares that come to at least as much, in their order, and books it with its part
 * of the fees: whole ones, and of the last a part that is cut off. Whether the goal is reached by it, and
 * the ids of what moved. What `moveShare` asks of its caller holds here, but for the booking.
 */
export async function moveCents(
  tx: Tx,
  shares: GivenShare[],
  way: Required<Way>,
  cents: number,
  booking: Pick<Posting, 'reason' | 'source' | 'at'>,
  besides: Partial<typeof contributions.$inferInsert> = {},
): Promise<{ isNewlyFull: boolean; ids: string[] }> {
  const { from, to } = way;
  const feeCents = await followingFees(tx, from.id, cents);
  await post(tx, {
    ...booking,
    entries: [
      [allocationAccount(from.id), -cents],
      [allocationAccount(to?.id ?? null), cents],
      [feesAccount(from.id), -feeCents],
      [feesAccount(to?.id ?? null), feeCents],
    ],
  });
  const ids: string[] = [];
  let leftCents = cents;
  let isNewlyFull = false;
  for (const share of shares) {
    if (leftCents === 0) break;
    const amountCents = Math.min(share.amountCents, leftCents);
    const isWhole = amountCents === share.amountCents;
    const id = isWhole ? share.id : await cutShare(tx, share.id, amountCents, booking.source);
    const moved = await moveShare(tx, { ...share, id, amountCents }, way, besides);
    isNewlyFull ||= moved.isNewlyFull;
    ids.push(id);
    leftCents -= amountCents;
  }
  return { isNewlyFull, ids };
}

/**
 * What stands at a place and may be moved off it by a rule, of payments that are locked: nothing of one in
 * dispute. `held` are these.
 */
export function movableShares(placeId: number, held: string[]) {
  const { productId, orderId, status, isExcess } = contributions;
  return and(
    eq(productId, placeId),
    eq(status, 'paid'),
    eq(isExcess, false),
    inArray(orderId, held),
    sql`not exists (select from ${disputes} d where d.order_id = ${orderId} and d.closed_at is null)`,
  );
}

/** What shares come to, in cents. */
export function sumOf(shares: { amountCents: number }[]): number {
  return shares.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/** The columns that say where a share stands, and what was paid for, however often it has moved. */
export function placeAt(share: GivenShare, productId: number | null) {
  const paidFor = share.mergedFrom ?? share.productId;
  return { productId, mergedFrom: paidFor === productId ? null : paidFor };
}
