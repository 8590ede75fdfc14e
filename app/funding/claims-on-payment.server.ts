import { and, eq, gt, or } from 'drizzle-orm';
import type { Order } from '#app/funding/order.ts';
import { reviewLeft } from '#app/funding/review-left.server.ts';
import { openStraysOf, type Stray } from '#app/funding/strays.server.ts';
import type { Tx } from '#app/platform/db.server.ts';
import { contributions, refunds, strayRefunds } from '#db/schema.ts';

export type Share = typeof contributions.$inferSelect;

interface Claim {
  amountCents: number;
}

/** What a refund of a payment, made at the payment provider itself, can be meant for. */
export interface Claims {
  /** Paid, or owed and not at Stripe as far as is known. */
  shares: Share[];
  /** All that is under review; `isOwed` where it is among the refunds already. */
  review: (Claim & { isOwed: boolean }) | undefined;
  /** Parts that went back before and fitted nothing. */
  strays: Stray[];
  /** Refunds that were paid by other means, and did not come from Stripe, too. */
  paidOtherwise: (Claim & { id: string })[];
}

/** The claims on the payment of a locked order. `absentId` as in `recordOutsideRefund`. */
export async function claimsOn(tx: Tx, order: Order, absentId?: string): Promise<Claims> {
  const own = await tx.select().from(refunds).where(eq(refunds.orderId, order.id));
  const reviewed = own.find(({ id }) => id === order.id);
  const isUnsent = (refund: typeof reviewed) =>
    refund?.status === 'failed' ||
    (refund?.status === 'queued' && (refund.tries === 0 || refund.id === absentId));
  const reviewCents = await reviewLeft(tx, order);
  const review =
    reviewed && isUnsent(reviewed)
      ? { amountCents: reviewed.amountCents, isOwed: true }
      : reviewCents > 0
        ? { amountCents: reviewCents, isOwed: false }
        : undefined;
  const strays = await openStraysOf(tx, order.id);
  const arrived = await tx
    .select({ refundId: strayRefunds.refundId })
    .from(strayRefunds)
    .where(and(eq(strayRefunds.orderId, order.id), eq(strayRefunds.status, 'borne')));
  const isTwice = (id: string) => [...strays, ...arrived].some(({ refundId }) => refundId === id);
  return {
    shares: await sharesLeft(tx, order.id, absentId),
    review,
    strays: strays.filter(({ refundId }) => refundId === null),
    paidOtherwise: own.filter(({ id, status }) => status === 'paid_otherwise' && !isTwice(id)),
  };
}

/** The shares, but for those whose own refund is at Stripe already, or may be. */
async function sharesLeft(tx: Tx, orderId: string, absentId?: string): Promise<Share[]> {
  const all = await tx.select().from(contributions).where(eq(contributions.orderId, orderId));
  const sent = await tx
    .select({ id: refunds.contributionId })
    .from(refunds)
    .where(
      and(
        eq(refunds.orderId, orderId),
        or(eq(refunds.status, 'pending'), and(eq(refunds.status, 'queued'), gt(refunds.tries, 0))),
      ),
    );
  const underWay = new Set(sent.map(({ id }) => id));
  return all.filter(
    (one) =>
      (one.id === absentId || !underWay.has(one.id)) &&
      ['paid', 'refund_pending', 'refund_failed'].includes(one.status),
  );
}

/** What a refund settles, and what is left of it. */
export interface Meant {
  shares: Share[];
  review: Claims['review'];
  /** Earlier parts that are accounted for by it. */
  strays: Stray[];
  /** What fits nothing; of `refundId`, where that was paid by other means before. */
  leftCents: number;
  refundId: string | null;
}

/**
 * What a refund of so many cents can only be meant for: all that is left, alone or as the last part
 * of it; or the one share of just this amount, one that is owed first; or what was paid by other
 * means before, alone or with all that is left.
 */
export function meantBy(amountCents: number, claims: Claims): Meant {
  const { shares, review, strays, paidOtherwise } = claims;
  const none: Meant = { shares: [], review: undefined, strays: [], leftCents: 0, refundId: null };
  const paid = shares.filter((one) => one.status === 'paid');
  const openCents = centsOf({ shares, review });
  if (openCents === amountCents) return { ...none, shares, review };
  const fitting = shares.filter((one) => one.amountCents === amountCents);
  // A share that is owed already comes first: that is what somebody meant to settle.
  const owed = fitting.find((one) => one.status !== 'paid');
  if (owed) return { ...none, shares: [owed] };
  if (sumOf(paid) === amountCents) return { ...none, shares: paid };
  if (fitting[0] && fitting.length === 1) return { ...none, shares: fitting };
  if (strays.length > 0 && amountCents + sumOf(strays) === openCents) {
    return { ...none, shares, review, strays };
  }
  const twice = paidOtherwise.filter((one) => one.amountCents === amountCents);
  if (twice[0]) return { ...none, leftCents: amountCents, refundId: twice[0].id };
  const twiceCents = sumOf(paidOtherwise);
  if (twiceCents > 0 && openCents > 0 && amountCents === openCents + twiceCents) {
    const refundId = paidOtherwise.length === 1 ? (paidOtherwise[0]?.id ?? null) : null;
    return { ...none, shares, review, leftCents: twiceCents, refundId };
  }
  return { ...none, leftCents: amountCents };
}

/** Cents of some of the shares, and of what is under review, where it is among them. */
export function centsOf({ shares, review }: Pick<Meant, 'shares' | 'review'>): number {
  return sumOf(shares) + (review?.amountCents ?? 0);
}

export function sumOf(claims: Claim[]): number {
  return claims.reduce((sum, one) => sum + one.amountCents, 0);
}
