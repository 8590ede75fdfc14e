import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Tx } from '#app/database/db.server.ts';
import { contributions, refunds } from '#db/schema.ts';

/**
 * Cuts `cents` off a contribution, off its refund where it has one, or off a refund of money under
 * review, as an allocation of its own: refunds, disputes and the payer's list then deal with whole
 * ones (decision 0052). What is left keeps the id. The caller holds the order; `by` names the booking,
 * which cuts a share once. The id of the part.
 */
export async function cutShare(
  tx: Tx,
  wholeId: string,
  cents: number,
  by: string,
): Promise<string> {
  const id = randomUUID();
  const left = { amountCents: sql`amount_cents - ${cents}` };
  const ofShare = eq(contributions.id, wholeId);
  const [share] = await tx.update(contributions).set(left).where(ofShare).returning();
  if (share) {
    await tx.insert(contributions).values({ ...share, id, amountCents: cents, cutBy: by });
  }
  const [refund] = await tx
    .update(refunds)
    // A key stands for one amount at Stripe.
    .set({ ...left, attempt: sql`attempt + 1` })
    .where(eq(refunds.id, wholeId))
    .returning();
  if (refund) {
    const fresh = { attempt: 1, tries: 0, stripeRefundId: null };
    await tx
      .insert(refunds)
      .values({ ...refund, id, contributionId: share ? id : null, amountCents: cents, ...fresh });
  }
  return id;
}
