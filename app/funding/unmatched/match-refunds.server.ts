import { claimsOn } from './claims.server.ts';
import { matchOf } from './only-answer.ts';
import { settleClaim } from './settle-claim.server.ts';
import { isDispute, lockOrderOf, unmatchedOf } from '#app/funding/unmatched.server.ts';
import type { Tx } from '#app/database/db.server.ts';

/**
 * Matches refunds of a payment that were made at the payment provider itself with what they can only
 * be of; whatever two answers fit is left to an administrator. The ids of what was settled whole.
 */
export async function matchRefunds(tx: Tx, paymentIntentId: string | null): Promise<Set<string>> {
  const order = await lockOrderOf(tx, paymentIntentId);
  const settled = new Set<string>();
  for (;;) {
    const own = await unmatchedOf(tx, paymentIntentId);
    // What a dispute took of an order's payment is about to be taken up as that.
    const made = own.filter(
      ({ id, openCents, isByHand }) => openCents < 0 && !isByHand && !(order && isDispute(id)),
    );
    const refunds = made.map(({ id, openCents }) => ({ id, cents: -openCents }));
    const match = refunds.length > 0 && matchOf(refunds, await claimsOn(tx, order, own));
    if (!match) return settled;
    for (const claim of match.claims) {
      for (const refund of match.refunds) {
        const cents = Math.min(refund.cents, claim.cents);
        if (cents === 0) continue;
        await settleClaim(tx, order, { stripeRefundId: refund.id, claim, cents });
        refund.cents -= cents;
        claim.cents -= cents;
        if (claim.cents === 0) settled.add(claim.id);
      }
    }
  }
}
