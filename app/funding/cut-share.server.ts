import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { present } from '#app/kit/assert.ts';
import type { Tx } from '#app/platform/db.server.ts';
import { contributions, refunds } from '#db/schema.ts';

/**
 * Cuts `cents` off a contribution, and off its refund where it has one, as an allocation of its own:
 * refunds, disputes and the payer's list then deal with whole ones (decision 0052). What is left
 * keeps the id. The caller holds the order; `by` names the booking, which cuts a share once.
 */
export async function cutShare(
  tx: Tx,
  contributionId: string,
  cents: number,
  by: string,
): Promise<typeof contributions.$inferSelect> {
  const left = { amountCents: sql`amount_cents - ${cents}` };
  const [whole] = await tx
    .update(contributions)
    .set(left)
    .where(eq(contributions.id, contributionId))
    .returning();
  const id = randomUUID();
  const [part] = await tx
    .insert(contributions)
    .values({ ...present(whole, 'a contribution to cut'), id, amountCents: cents, cutBy: by })
    .returning();
  const [refund] = await tx
    .update(refunds)
    // A key stands for one amount at Stripe.
    .set({ ...left, attempt: sql`attempt + 1` })
    .where(eq(refunds.contributionId, contributionId))
    .returning();
  if (refund) {
    const fresh = { attempt: 1, tries: 0, stripeRefundId: null };
    await tx
      .insert(refunds)
      .values({ ...refund, id, contributionId: id, amountCents: cents, ...fresh });
  }
  return present(part, 'the part of a contribution');
}
