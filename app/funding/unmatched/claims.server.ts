import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import type { Order } from '#app/funding/order.ts';
import { lockPlaces } from '#app/funding/store.server.ts';
import { isSpent, takingOrder } from '#app/funding/transfers/taking-order.ts';
import type { Unmatched } from '#app/funding/unmatched.server.ts';
import type { Tx } from '#app/database/db.server.ts';
import { contributions, refunds } from '#db/schema.ts';

/**
 * All that a payment, whose order is locked, has left, in the order in which partial amounts are taken
 * off it: what is unmatched of it (`own`), what is owed back already, then what stands, unspent money
 * before spent.
 */
export async function claimsOn(tx: Tx, order: Order | undefined, own: Unmatched[]) {
  const payments = own
    .filter(({ openCents }) => openCents > 0)
    .map(({ id, openCents }) => claim('payment', id, openCents, null));
  if (!order) return payments;
  const paid = await tx
    .select()
    .from(contributions)
    .where(and(eq(contributions.orderId, order.id), eq(contributions.status, 'paid')));
  const owed = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.orderId, order.id), inArray(refunds.status, ['queued', 'failed'])))
    .orderBy(desc(refunds.amountCents), asc(refunds.id));
  const places = await lockPlaces(tx, order.id);
  return [
    ...payments,
    ...owed.map(({ id, amountCents, contributionId, status, tries }) => ({
      ...claim('refund', id, amountCents, contributionId),
      isInDoubt: status === 'queued' && tries > 0,
    })),
    ...takingOrder(paid, places).map((share) => ({
      ...claim('share', share.id, share.amountCents, share.id),
      isSpent: isSpent(share, places),
    })),
  ];
}

/** What a refund of a payment, made at the payment provider itself, can be of. */
export type Claim = ReturnType<typeof claim>;

function claim(
  /** share: stands as paid; refund: owed back and not at Stripe; payment: unmatched itself. */
  kind: 'share' | 'refund' | 'payment',
  /** The contribution's, the refund's, or the unmatched payment's. */
  id: string,
  cents: number,
  /** Whose: null where it is for no product. */
  contributionId: string | null,
) {
  return {
    id,
    kind,
    cents,
    contributionId,
    /** Stripe was asked for this refund, and what became of that is not known. */
    isInDoubt: false,
    /** It stands with a product whose testing has begun. */
    isSpent: false,
  };
}
