import { and, asc, eq, isNotNull } from 'drizzle-orm';
import { removeProduct } from '#app/catalogue/product-standing.server.ts';
import { requestRefund } from './request-refund.server.ts';
import { mustWaitForClocks } from '#app/stripe/clocks.server.ts';
import { db, inTransaction } from '#app/database/db.server.ts';
import { log } from '#app/platform/log.server.ts';
import { contributions, products } from '#db/schema.ts';

/**
 * Takes a product off the list and every contribution to it back, one transaction each: what an
 * interruption leaves, `refundRemovedProducts` finishes.
 */
export async function refundProduct(
  productId: number,
  why: { reason: 'removed' | 'untestable'; note?: string },
  onProgress: (done: number) => void = () => {},
) {
  const removal = await inTransaction((tx) => removeProduct(tx, productId, why.reason));
  const result = {
    removal,
    /** Contributions that were taken back now, and what they come to. */
    refunded: 0,
    refundedCents: 0,
    /** Contributions that could not be: contested at the moment, or failed. They follow later. */
    left: 0,
  };
  if (removal === 'unknown' || removal === 'testing_begun') return result;
  const paid = await db()
    .select({ id: contributions.id })
    .from(contributions)
    .where(and(eq(contributions.productId, productId), eq(contributions.status, 'paid')))
    .orderBy(asc(contributions.paidAt));
  for (const { id } of paid) {
    const cents = await refundedCents(id, why);
    if (cents === undefined) result.left += 1;
    else {
      result.refunded += 1;
      result.refundedCents += cents;
      onProgress(result.refunded);
    }
  }
  return result;
}

/** What was taken back of one contribution; undefined where it could not be, and others go on. */
export async function refundedCents(id: string, why: Parameters<typeof requestRefund>[1]) {
  try {
    const request = await requestRefund(id, why);
    return request.accepted ? request.amountCents : undefined;
  } catch (error) {
    log.error({ err: error, contributionId: id }, 'a contribution was not taken back; tried again');
    return undefined;
  }
}

/** Takes back what removed products still have: after an interruption, or once no longer contested. */
export async function refundRemovedProducts(): Promise<number> {
  if (await mustWaitForClocks('refunds of removed products')) return 0;
  const left = await db()
    .selectDistinct({ id: products.id, reason: products.removedReason })
    .from(products)
    .innerJoin(contributions, eq(contributions.productId, products.id))
    .where(and(isNotNull(products.removedAt), eq(contributions.status, 'paid')));
  let refunded = 0;
  for (const { id, reason } of left) {
    const why = { reason: reason === 'untestable' ? 'untestable' : 'removed' } as const;
    refunded += (await refundProduct(id, why)).refunded;
  }
  return refunded;
}
