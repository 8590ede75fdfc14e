import { and, eq, inArray } from 'drizzle-orm';
import type { Order } from '#app/funding/order.ts';
import type { Unmatched } from '#app/funding/unmatched.server.ts';
import type { Tx } from '#app/database/db.server.ts';
import { contributions, refunds } from '#db/schema.ts';

/** What a refund of a payment, made at the payment provider itself, can be of. */
export interface Claim {
  /** The contribution's, the refund's, or the unmatched payment's. */
  id: string;
  /** share: stands as paid; refund: owed back and not at Stripe; payment: unmatched itself. */
  kind: 'share' | 'refund' | 'payment';
  cents: number;
  /** Whose: null where it is for no product. */
  contributionId: string | null;
  /** Stripe was asked for this refund, and what became of that is not known. */
  isInDoubt: boolean;
}

/** All that a payment, whose order is locked, has left. `own` is what is unmatched of it. */
export async function claimsOn(
  tx: Tx,
  order: Order | undefined,
  own: Unmatched[],
): Promise<Claim[]> {
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
    .where(and(eq(refunds.orderId, order.id), inArray(refunds.status, ['queued', 'failed'])));
  return [
    ...paid.map(({ id, amountCents }) => claim('share', id, amountCents, id)),
    ...owed.map(({ id, amountCents, contributionId, status, tries }) => ({
      ...claim('refund', id, amountCents, contributionId),
      isInDoubt: status === 'queued' && tries > 0,
    })),
    ...payments,
  ];
}

function claim(
  kind: Claim['kind'],
  id: string,
  cents: number,
  contributionId: string | null,
): Claim {
  return { id, kind, cents, contributionId, isInDoubt: false };
}
