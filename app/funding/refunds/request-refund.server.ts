import { eq } from 'drizzle-orm';
import { isDue } from '#app/funding/transfers/refund-due.server.ts';
import { owed, transfer } from '#app/funding/transfers/transfer.server.ts';
import type { RefundReason } from '#app/funding/transfers/refund-reasons.ts';
import { hasOpenDispute, lockPayment } from '#app/funding/store.server.ts';
import { isUuid } from '#app/kit/text.ts';
import { db, inTransaction, type Tx } from '#app/database/db.server.ts';
import { contributions } from '#db/schema.ts';

/** Why a refund was not taken on. */
export type RefundRefusal =
  | 'unknown'
  | 'not_paid'
  | 'testing_begun'
  | 'disputed'
  /** The 365-day rule alone: the product has its goal, or the giver has not known long enough. */
  | 'not_due';

export type TakingBack =
  | { accepted: true; refundId: string; amountCents: number; productId: number | null }
  | { accepted: false; why: RefundRefusal };

/**
 * Takes one contribution back: off its product (raised amount, level, contributors, status) and
 * among the refunds to be sent, in one transaction. Nothing is taken back once testing has begun or
 * while the payment is contested. Donations can be taken back too. `within` is a
 * transaction that does more than this.
 */
export async function requestRefund(
  contributionId: string,
  why: { reason: RefundReason; note?: string },
  within: Tx = db(),
): Promise<TakingBack> {
  const [found] = isUuid(contributionId) ? await readContribution(within, contributionId) : [];
  if (!found) return { accepted: false, why: 'unknown' };
  return inTransaction((tx) => takeBack(tx, found, why), within);
}

/**
 * The same within a transaction that decides more. `found` is the contribution as it was read
 * before: it is read again once its payment is locked.
 */
export async function takeBack(
  tx: Tx,
  found: { id: string; orderId: string },
  why: { reason: RefundReason; note?: string },
): Promise<TakingBack> {
  const { order, places } = await lockPayment(tx, found.orderId);
  const [contribution] = await readContribution(tx, found.id);
  const product = places.get(contribution?.productId ?? 0);
  if (!order || contribution?.status !== 'paid' || !contribution.stripePaymentId) {
    return { accepted: false, why: 'not_paid' };
  }
  if (product?.testingBegunAt) return { accepted: false, why: 'testing_begun' };
  if (
    why.reason === 'unfunded_365_days' &&
    !(product && (await isDue(tx, contribution, product)))
  ) {
    return { accepted: false, why: 'not_due' };
  }
  if (await hasOpenDispute(tx, order.id)) return { accepted: false, why: 'disputed' };
  const { id, amountCents, productId } = contribution;
  const cause = { reason: `refund owed: ${why.reason}`, source: `refund-requested:${id}` };
  await transfer(tx, cause, [{ of: contribution, to: owed(why.reason, why.note) }]);
  return { accepted: true, refundId: id, amountCents, productId };
}

function readContribution(tx: Tx, id: string) {
  return tx.select().from(contributions).where(eq(contributions.id, id));
}
