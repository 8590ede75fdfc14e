import { eq } from 'drizzle-orm';
import type { LockedProduct } from '#app/catalogue/funding-columns.server.ts';
import { followingFees } from '#app/funding/post-fee.server.ts';
import { joinProduct, leaveProduct } from '#app/funding/product-funding.server.ts';
import { withdrawNotices } from '#app/funding/refund-due.server.ts';
import { cutShare } from '#app/funding/disputes/cut-share.server.ts';
import { allocationAccount, feesAccount } from '#app/ledger/accounts.ts';
import { post, type Posting } from '#app/ledger/post.server.ts';
import type { Tx } from '#app/database/db.server.ts';
import { contributions } from '#db/schema.ts';

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
 * Moves so many cents of a share, and books it with its part of the fees: the whole, or a part that is cut
 * off. Whether the goal is reached by it, and the id of what moved. What `moveShare` asks of its caller
 * holds here, but for the booking.
 */
export async function moveCents(
  tx: Tx,
  share: GivenShare,
  { from, to }: Required<Way>,
  cents: number,
  booking: Pick<Posting, 'reason' | 'source'>,
  besides: Partial<typeof contributions.$inferInsert>,
): Promise<{ isNewlyFull: boolean; id: string }> {
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
  const isWhole = cents === share.amountCents;
  const id = isWhole ? share.id : await cutShare(tx, share.id, cents, booking.source);
  const part = { ...share, id, amountCents: cents };
  return { ...(await moveShare(tx, part, { from, to }, besides)), id };
}

/** The columns that say where a share stands, and what was paid for, however often it has moved. */
export function placeAt(share: GivenShare, productId: number | null) {
  const paidFor = share.mergedFrom ?? share.productId;
  return { productId, mergedFrom: paidFor === productId ? null : paidFor };
}
