import { and, eq, inArray } from 'drizzle-orm';
import { lockProducts } from '#app/catalogue/funding-columns.server.ts';
import type { Order } from '#app/funding/order.ts';
import { leaveProduct } from '#app/funding/product-funding.server.ts';
import { reviewLeft } from '#app/funding/review-left.server.ts';
import { allocationAccount, type Account } from '#app/ledger/accounts.ts';
import { post } from '#app/ledger/post.server.ts';
import type { Tx } from '#app/platform/db.server.ts';
import { contributions, disputeLines, refunds } from '#db/schema.ts';

/** What one dispute takes from one allocation. */
interface Taken {
  allocationId: string;
  account: Account;
  amountCents: number;
  previousStatus: string;
}

/**
 * Takes withdrawn money off the books of a payment: what stands with products or as a donation,
 * what was owed back and not sent, what is under review. A dispute of more than that (a share had
 * been refunded before) takes the rest from `disputes`; one of less leaves the rest there. Nothing
 * goes below zero.
 */
export async function takeOut(
  tx: Tx,
  order: Order,
  disputeId: string,
  withdrawnCents: number,
): Promise<void> {
  const lines: Taken[] = [];
  // What is owed back already comes last: a dispute of the rest leaves it to be sent.
  for (const take of [takePaid, takeReviewed, takeOwed]) {
    const taken = lines.reduce((sum, line) => sum + line.amountCents, 0);
    if (taken < withdrawnCents) lines.push(...(await take(tx, order)));
  }
  if (lines.length > 0) {
    await tx.insert(disputeLines).values(lines.map((line) => ({ disputeId, ...line })));
  }
  const takenCents = lines.reduce((sum, line) => sum + line.amountCents, 0);
  await post(tx, {
    reason: 'dispute: funds withdrawn',
    source: `dispute:${disputeId}:withdrawn`,
    entries: [
      ...lines.map(({ account, amountCents }): [Account, number] => [account, -amountCents]),
      ['disputes', takenCents - withdrawnCents],
      ['stripe', withdrawnCents],
    ],
  });
}

async function takePaid(tx: Tx, { id: orderId }: Order): Promise<Taken[]> {
  const paid = await tx
    .update(contributions)
    .set({ status: 'disputed' })
    .where(and(eq(contributions.orderId, orderId), eq(contributions.status, 'paid')))
    .returning();
  const products = await lockProducts(
    tx,
    paid.flatMap(({ productId }) => productId ?? []),
  );
  // Since a merge a payment may have two contributions to one product: its payer leaves once.
  for (const [productId, shares] of Map.groupBy(paid, (one) => one.productId)) {
    const product = productId === null ? undefined : products.get(productId);
    const { emailNormalised = '' } = shares[0] ?? {};
    const amountCents = shares.reduce((sum, share) => sum + share.amountCents, 0);
    if (product) await leaveProduct(tx, product, { emailNormalised, amountCents });
  }
  return paid.map(({ id, productId, amountCents }) => ({
    allocationId: id,
    account: allocationAccount(productId),
    amountCents,
    previousStatus: 'paid',
  }));
}

/** What was to be refunded and has not left yet: the dispute has taken it instead. */
async function takeOwed(tx: Tx, { id: orderId }: Order): Promise<Taken[]> {
  const owed = await tx
    .update(refunds)
    .set({ status: 'held' })
    .where(
      and(
        eq(refunds.orderId, orderId),
        inArray(refunds.status, ['queued', 'failed']),
        eq(refunds.isBooked, false),
      ),
    )
    .returning();
  const ids = owed.flatMap(({ contributionId }) => contributionId ?? []);
  if (ids.length > 0) {
    await tx
      .update(contributions)
      .set({ status: 'disputed' })
      .where(inArray(contributions.id, ids));
  }
  return owed.map(({ id, amountCents }) => ({
    allocationId: id,
    account: 'refunds',
    amountCents,
    previousStatus: 'refund_pending',
  }));
}

async function takeReviewed(tx: Tx, order: Order): Promise<Taken[]> {
  const amountCents = await reviewLeft(tx, order);
  if (amountCents <= 0) return [];
  return [{ allocationId: order.id, account: 'review', amountCents, previousStatus: 'review' }];
}
