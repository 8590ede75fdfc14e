import { and, eq } from 'drizzle-orm';
import { claimsOn, settleClaim } from './claims.server.ts';
import type { Order } from '#app/funding/order.ts';
import { hasOpenDispute } from '#app/funding/store.server.ts';
import { isDispute, lockOrderOf, unmatchedOf } from '#app/funding/unmatched.server.ts';
import { sumColumn, type Tx } from '#app/database/db.server.ts';
import { refunds } from '#db/schema.ts';

/**
 * Lays refunds of a payment that were made at the payment provider itself on what is left of it
 * (decision 0149): one of just the cents of a claim is that one's, but for money that is spent while some
 * is not, and any other takes of the claims in their order, but nothing that Stripe has all the same, as it
 * was paid outside it. They wait while one
 * that Stripe was asked for may be them, and, where they are more than is left, for an open dispute; what
 * is more even then stays unmatched. The ids of what was settled whole.
 */
export async function matchRefunds(tx: Tx, paymentIntentId: string | null): Promise<Set<string>> {
  const settled = new Set<string>();
  const order = await lockOrderOf(tx, paymentIntentId);
  const own = await unmatchedOf(tx, paymentIntentId);
  const made = own
    // What a dispute took of an order's payment is about to be taken up as that.
    .filter(({ id, openCents }) => openCents < 0 && !(order && isDispute(id)))
    .map(({ id, openCents }) => ({ id, cents: -openCents }));
  const claims = made.length > 0 ? await claimsOn(tx, order, own) : [];
  if (claims.length === 0 || claims.some(({ isInDoubt }) => isInDoubt)) return settled;
  let shortCents = sumOf(made) - (order ? await paidOutside(tx, order) : 0);
  const isMore = Math.min(sumOf(made), shortCents) > sumOf(claims);
  if (isMore && order && (await hasOpenDispute(tx, order.id))) return settled;
  for (const refund of made) {
    const left = claims.filter(({ cents }) => cents > 0);
    const exact = left.find(
      ({ cents, isSpent }) => cents === refund.cents && isSpent === left[0]?.isSpent,
    );
    for (const claim of exact ? [exact] : left) {
      const cents = Math.min(refund.cents, claim.cents, shortCents);
      if (cents <= 0) continue;
      await settleClaim(tx, order, { stripeRefundId: refund.id, claim, cents });
      for (const one of [refund, claim]) one.cents -= cents;
      shortCents -= cents;
      if (claim.cents === 0) settled.add(claim.id);
    }
  }
  return settled;
}

/** Cents of an order that went to its payer outside Stripe. */
async function paidOutside(tx: Tx, { id }: Order): Promise<number> {
  const ofIt = and(eq(refunds.orderId, id), eq(refunds.status, 'paid_otherwise'));
  return sumColumn(tx, refunds.amountCents, ofIt);
}

function sumOf(some: { cents: number }[]): number {
  return some.reduce((total, { cents }) => total + cents, 0);
}
