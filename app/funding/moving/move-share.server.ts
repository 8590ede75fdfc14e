import { and, eq, isNotNull, ne, not, sql } from 'drizzle-orm';
import type { LockedProduct } from '#app/catalogue/funding-columns.server.ts';
import { joinProduct, leaveProduct } from '#app/funding/product-funding.server.ts';
import { withdrawNotices } from '#app/funding/refund-due.server.ts';
import { feesAccount } from '#app/ledger/accounts.ts';
import { balanceOf } from '#app/ledger/post.server.ts';
import type { Tx } from '#app/platform/database/db.server.ts';
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

/** The columns that say where a share stands, and what was paid for, however often it has moved. */
export function placeAt(share: GivenShare, productId: number | null) {
  const paidFor = share.mergedFrom ?? share.productId;
  return { productId, mergedFrom: paidFor === productId ? null : paidFor };
}

/**
 * Of the fees of a product so much as goes with so many cents of its money, in whole cents (below
 * zero, as they are booked): nobody pays for money that is elsewhere.
 */
export async function followingFees(tx: Tx, productId: number, cents: number): Promise<number> {
  const all = await chargedCents(tx, productId);
  const feesCents = await balanceOf(tx, feesAccount(productId));
  return all === 0 ? 0 : Math.round((feesCents * cents) / all);
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
