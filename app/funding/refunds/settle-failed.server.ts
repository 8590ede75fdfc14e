import { withdrawShortfall } from '#app/funding/disputes/dispute-withdrawn.server.ts';
import { readRefund, type Refund } from '#app/funding/transfers/refund.server.ts';
import { followRefund } from '#app/funding/transfers/transfer.server.ts';
import { mailPayer } from '#app/funding/mail-payer.server.ts';
import { matchRefunds } from '#app/funding/unmatched/match-refunds.server.ts';
import { lockOrder } from '#app/funding/store.server.ts';
import type { Tx } from '#app/database/db.server.ts';
import { log } from '#app/platform/log.server.ts';
import { notifyAdministrators } from '#app/mail/notify-administrators.server.ts';

/**
 * Looks whether a refund that has just come to stand as failed is owed at all: a dispute may have
 * taken its money beyond the shares, or a refund made at the payment provider itself have paid it; of
 * several that fail together, what is settled for one may settle the next. false: it is owed. In the
 * transaction that made it fail, after that is booked.
 */
export async function settleFailed(tx: Tx, refundId: string): Promise<boolean> {
  const refund = await readRefund(tx, refundId);
  const order = refund && (await lockOrder(tx, refund.orderId));
  if (!order) return false;
  if (refund.status === 'failed') await withdrawShortfall(tx, order);
  if ((await readRefund(tx, refundId))?.status !== 'failed') return true;
  return (await matchRefunds(tx, refund.paymentIntentId)).has(refundId);
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
