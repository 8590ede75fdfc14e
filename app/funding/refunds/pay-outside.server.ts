import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { recordRefundsOf } from './record-refund.server.ts';
import { settleFailed } from './settle-failed.server.ts';
import { mailPayer } from '#app/funding/mail-payer.server.ts';
import { lockPayment } from '#app/funding/store.server.ts';
import { PLACES, transferRefund } from '#app/funding/transfers/transfer.server.ts';
import { wentBackOf } from '#app/funding/unmatched.server.ts';
import { isErased, isUuid } from '#app/kit/text.ts';
import { isPosted } from '#app/ledger/post.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { changeRow, db, inTransaction, type Tx } from '#app/database/db.server.ts';
import { allocations, refunds } from '#db/schema.ts';

/** How a refund that failed was paid. */
interface PaidOutside {
  /** As `2026-11-21`. */
  paidOn: string;
  /** As our bank's statement has it. */
  reference: string;
  reason: string;
  /** Though a part of the payment went back at Stripe itself. */
  isAnyway: boolean;
}

type Paid =
  | { ok: true; amountCents: number }
  | { ok: false; why: 'unknown' | 'not_failed' | 'before_owed' | 'went_back'; cents?: number };

/**
 * Records that a refund which failed was paid outside Stripe, whole: it is owed no longer, and its payer
 * is told. That is not taken back: what did not arrive is paid again. Whoever calls this has asked Stripe
 * before how the payment stands (`refreshFailed`).
 */
export async function payOutside(tx: Tx, refundId: string, how: PaidOutside): Promise<Paid> {
  const read = async () => (isUuid(refundId) ? readRefund(tx, refundId) : undefined);
  const found = await read();
  if (!found) return { ok: false, why: 'unknown' };
  const { order } = await lockPayment(tx, found.refund.orderId);
  const { refund, cents } = (await read()) ?? found;
  if (refund.status !== 'failed') return { ok: false, why: 'not_failed' };
  // Where it was owed first, it may have been the day before.
  const owedOn = new Date(refund.requestedAt.getTime() - 12 * 3_600_000);
  if (how.paidOn < owedOn.toISOString().slice(0, 10)) return { ok: false, why: 'before_owed' };
  if (cents > 0 && !how.isAnyway) return { ok: false, why: 'went_back', cents };
  const { amountCents } = refund;
  const id = randomUUID();
  const isForgotten = isErased(order?.email ?? '');
  const words = isForgotten ? { reference: '', reason: '' } : how;
  await tx.insert(allocations).values({
    id,
    refundId,
    goesTo: 'outside',
    amountCents,
    paidOn: how.paidOn,
    reference: words.reference,
    reason: words.reason,
    notedAt: now(),
  });
  const booking = { reason: 'refund paid outside Stripe', source: `allocated:${id}` };
  await transferRefund(tx, booking, refund, { from: 'refunds', to: PLACES.paidOutside });
  const settledAt = new Date(`${how.paidOn}T12:00:00Z`);
  await changeRow(tx, refunds, refundId, { status: 'paid_otherwise', settledAt });
  await mailPayer(tx, order, 'refund-otherwise', { refundId, paymentId: id }, id);
  return { ok: true, amountCents };
}

/**
 * Brings the payment of a refund that failed to what Stripe says of it now, before somebody decides.
 * Whether a refund that may be meant for it is on its way there, and so not on the books yet. Throws
 * where Stripe is out of reach.
 */
export async function refreshFailed(refundId: string): Promise<boolean> {
  const found = isUuid(refundId) ? await readRefund(db(), refundId) : undefined;
  const paymentIntentId = found?.refund.paymentIntentId ?? '';
  if (found?.refund.status !== 'failed' || !paymentIntentId.startsWith('pi_')) return false;
  let isOnItsWay = false;
  for (const one of await recordRefundsOf(paymentIntentId)) {
    const allocation = one.metadata?.allocation_id ?? refundId;
    const hasFailed = one.status === 'failed' || one.status === 'canceled';
    if (hasFailed || allocation !== refundId) continue;
    isOnItsWay ||= !(await isPosted(db(), `refund:${one.id}`));
  }
  await inTransaction(async (tx) => void (await settleFailed(tx, refundId)));
  return isOnItsWay;
}

/** With what of its payment went back at Stripe already. */
async function readRefund(tx: Tx, id: string) {
  const cents = wentBackOf(sql`refunds.payment_intent_id`);
  const own = tx.select({ refund: refunds, cents }).from(refunds).where(eq(refunds.id, id));
  return (await own)[0];
}
