import { and, asc, eq, sql } from 'drizzle-orm';
import { lockProducts, type LockedProduct } from '#app/catalogue/funding-columns.server.ts';
import { claimByStrays } from '#app/funding/claim-by-strays.server.ts';
import type { Order } from '#app/funding/order.ts';
import { oweRefund, SEND_REFUND_JOB } from '#app/funding/owe-refund.server.ts';
import { joinProduct, needOf } from '#app/funding/product-funding.server.ts';
import { tellAudience } from '#app/funding/tell-audience.server.ts';
import { allocationAccount, type Account } from '#app/ledger/accounts.ts';
import { post } from '#app/ledger/post.server.ts';
import type { Tx } from '#app/platform/db.server.ts';
import { nudge } from '#app/platform/queue.server.ts';
import { contributions, disputeLines, refunds } from '#db/schema.ts';

type Line = typeof disputeLines.$inferSelect;

/**
 * Gives back to each allocation what a dispute had taken from it. A product that was funded by
 * others meanwhile, or taken off the list, has no place for it: that share is refunded.
 */
export async function putBack(
  tx: Tx,
  order: Order,
  disputeId: string,
  withdrawnCents: number,
): Promise<void> {
  const lines = await tx
    .select()
    .from(disputeLines)
    .where(eq(disputeLines.disputeId, disputeId))
    .orderBy(asc(disputeLines.allocationId));
  const given = await tx.select().from(contributions).where(eq(contributions.orderId, order.id));
  const byId = new Map(given.map((one) => [one.id, one]));
  const products = await lockProducts(
    tx,
    given.flatMap(({ productId }) => productId ?? []),
  );
  const entries: [Account, number][] = [['stripe', -withdrawnCents]];
  let returnedCents = 0;
  for (const line of lines) {
    const contribution = byId.get(line.allocationId);
    const product = contribution?.productId ? products.get(contribution.productId) : undefined;
    entries.push([await returnLine(tx, order, line, contribution, product), line.amountCents]);
    returnedCents += line.amountCents;
  }
  entries.push(['disputes', withdrawnCents - returnedCents]);
  const source = `dispute:${disputeId}:reinstated`;
  await post(tx, { reason: 'dispute: funds reinstated', source, entries });
  await claimByStrays(tx, order);
}

/** The account that one share returns to. */
async function returnLine(
  tx: Tx,
  order: Order,
  line: Line,
  contribution: typeof contributions.$inferSelect | undefined,
  product: LockedProduct | undefined,
): Promise<Account> {
  if (!contribution || line.account === 'refunds') {
    if (line.account !== 'refunds') return 'review';
    return (await hasLeftAllTheSame(tx, line, contribution)) ?? oweAgain(tx, line, contribution);
  }
  const { id, emailNormalised, amountCents } = contribution;
  const setStatus = (status: string) =>
    tx.update(contributions).set({ status }).where(eq(contributions.id, id));
  if (product && needOf(product) < amountCents) {
    await setStatus('refund_pending');
    await oweRefund(tx, contribution, { reason: 'reinstated_full' });
    return 'refunds';
  }
  const { isNewlyFull } = product
    ? await joinProduct(tx, product, {
        orderId: order.id,
        emailNormalised,
        amountCents,
        reservedCents: 0,
      })
    : { isNewlyFull: false };
  await setStatus('paid');
  if (product && isNewlyFull) await tellAudience(tx, product.id, 'goal-reached', order.id);
  return allocationAccount(contribution.productId);
}

/**
 * A refund that went out while the dispute held it: what comes back makes up for that, and the payer
 * has had the money.
 */
async function hasLeftAllTheSame(
  tx: Tx,
  line: Line,
  contribution: typeof contributions.$inferSelect | undefined,
): Promise<Account | undefined> {
  const [sent] = await tx
    .update(refunds)
    .set({ status: 'succeeded' })
    .where(and(eq(refunds.id, line.allocationId), eq(refunds.isBooked, true)))
    .returning();
  if (!sent) return undefined;
  if (contribution) {
    await tx
      .update(contributions)
      .set({ status: 'refunded' })
      .where(eq(contributions.id, contribution.id));
  }
  return 'disputes';
}

async function oweAgain(
  tx: Tx,
  line: Line,
  contribution: typeof contributions.$inferSelect | undefined,
): Promise<Account> {
  // A refund that Stripe had made and that failed needs a new key; one never made keeps its own.
  const isMade = sql`${refunds.stripeRefundId} is not null`;
  await tx
    .update(refunds)
    .set({
      status: 'queued',
      attempt: sql`${refunds.attempt} + case when ${isMade} then 1 else 0 end`,
      tries: sql`case when ${isMade} then 0 else ${refunds.tries} end`,
      stripeRefundId: null,
      settledAt: null,
    })
    .where(eq(refunds.id, line.allocationId));
  if (contribution) {
    await tx
      .update(contributions)
      .set({ status: 'refund_pending' })
      .where(eq(contributions.id, contribution.id));
  }
  await nudge(tx, SEND_REFUND_JOB, { refundId: line.allocationId });
  return 'refunds';
}
