import { and, eq, gt, sql } from 'drizzle-orm';
import { cutShare } from '#app/funding/disputes/cut-share.server.ts';
import { writeLines } from '#app/funding/disputes/dispute-withdrawn.server.ts';
import { followRefund } from './follow-refund.server.ts';
import type { Refund } from './refund.ts';
import { mailPayer } from '#app/funding/mail-payer.server.ts';
import { matchRefunds } from '#app/funding/unmatched/match-refunds.server.ts';
import { lockOrder } from '#app/funding/store.server.ts';
import { post } from '#app/ledger/post.server.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Tx } from '#app/platform/database/db.server.ts';
import { log } from '#app/platform/log.server.ts';
import { notifyAdministrators } from '#app/platform/mail/notify-administrators.server.ts';
import { disputes, refunds } from '#db/schema.ts';

/** What a refund that has failed is all the same. */
export type SettledAs = 'held' | 'canceled' | 'refunded';

/**
 * Looks whether a refund that has just come to stand as failed is owed at all: a dispute may have
 * taken its money beyond the shares, or a refund made at the payment provider itself have paid it.
 * undefined: it is owed. In the transaction that made it fail, after that is booked.
 */
export async function settleFailed(tx: Tx, refundId: string): Promise<SettledAs | undefined> {
  const [refund] = await tx.select().from(refunds).where(eq(refunds.id, refundId));
  const order = refund && (await lockOrder(tx, refund.orderId));
  if (!order || refund.status !== 'failed') return undefined;
  const taken = await disputeBeyondShares(tx, refund);
  if (!taken) {
    const settled = await matchRefunds(tx, refund.paymentIntentId);
    return settled.has(refundId) ? 'refunded' : undefined;
  }
  // Of one that Stripe may have been asked for, a part could not be taken when it was contested.
  const source = `dispute:${taken.id}:refund:${refundId}`;
  const amountCents = Math.min(refund.amountCents, taken.beyondCents);
  const isWhole = amountCents === refund.amountCents;
  const id = isWhole ? refundId : await cutShare(tx, refundId, amountCents, source);
  const isLost = taken.status === 'lost';
  const status = isLost ? 'canceled' : 'held';
  await writeLines(tx, taken.id, [
    {
      allocationId: id,
      account: 'refunds',
      amountCents,
      previousStatus: 'refund_pending',
    },
  ]);
  await tx
    .update(refunds)
    .set({ status, settledAt: isLost ? now() : null })
    .where(eq(refunds.id, id));
  await followRefund(
    tx,
    { contributionId: refund.contributionId && id },
    isLost ? 'charged_back' : 'disputed',
  );
  await post(tx, {
    reason: 'refund failed, a dispute had taken it',
    source,
    entries: [
      ['refunds', -amountCents],
      ['disputes', amountCents],
    ],
  });
  return isWhole ? status : undefined;
}

/**
 * Tells administrators and its payer of a refund that has failed, unless something else has settled
 * it: once for each `made`, the refund at Stripe or the attempt that Stripe refused.
 */
export async function tellOfFailure(tx: Tx, refund: Refund, made: string): Promise<void> {
  const { id: refundId, orderId } = refund;
  if (await settleFailed(tx, refundId)) return;
  log.error({ refundId }, 'a refund failed; it waits for an administrator');
  const key = `${refundId}:${made}`;
  await notifyAdministrators(tx, 'refund-failed', { params: { refundId }, key });
  await followRefund(tx, refund, 'refund_failed');
  await mailPayer(tx, await lockOrder(tx, orderId), 'refund-failed', { refundId }, key);
}

/** A dispute of the order that took more than its shares. */
async function disputeBeyondShares(tx: Tx, { id, orderId }: Refund) {
  const known = await tx
    .select({
      id: disputes.id,
      status: disputes.status,
      beyond: sql<number>`${disputes.withdrawnCents} - coalesce((
        select sum(l.amount_cents) from dispute_lines l
        where l.dispute_id = ${disputes.id} and l.returned_at is null), 0)`,
      isOfThis: sql<boolean>`exists (select from dispute_lines l
        where l.dispute_id = ${disputes.id} and l.allocation_id = ${id}
          and l.account = 'refunds' and l.returned_at is null)`,
    })
    .from(disputes)
    .where(and(eq(disputes.orderId, orderId), gt(disputes.withdrawnCents, 0)));
  return known
    .map((dispute) => ({ ...dispute, beyondCents: Number(dispute.beyond) }))
    .find(({ isOfThis, beyondCents }) => !isOfThis && beyondCents > 0);
}
