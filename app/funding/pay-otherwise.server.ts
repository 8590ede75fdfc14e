import { and, eq, isNull } from 'drizzle-orm';
import { followRefund } from '#app/funding/follow-refund.server.ts';
import type { Refund } from '#app/funding/refund.ts';
import { lockOrder } from '#app/funding/store.server.ts';
import { settleFailed, type SettledAs } from '#app/funding/settle-failed.server.ts';
import { settleStrays, strayOfRefund } from '#app/funding/strays.server.ts';
import { isErased, isUuid } from '#app/kit/text.ts';
import { post } from '#app/ledger/post.server.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Tx } from '#app/platform/db.server.ts';
import { queueMails, type QueuedMail } from '#app/platform/mail-queue.server.ts';
import { refundPayments, refunds } from '#db/schema.ts';

type PaymentRow = typeof refundPayments.$inferSelect;

/** A refund that we paid ourselves; `id` is the form's: sent twice, it is one payment. */
export interface OtherPayment {
  id: string;
  /** As `2026-11-21`. */
  paidOn: string;
  reference: string;
  /** Why it did not go through Stripe. */
  reason: string;
}

export type PaidOtherwise =
  | { ok: true; isRepeated: boolean; amountCents: number }
  | { ok: false; why: 'unknown' | 'form_used' | 'not_failed' | 'before_owed' };

/**
 * Settles a refund that failed, whole, because it was paid by other means: it is owed no longer, and
 * the bank has it instead of Stripe. Whoever calls this has asked Stripe before what became of every
 * attempt. A word of Stripe's that comes later all the same changes no status (`record-refund`).
 */
export async function payOtherwise(
  tx: Tx,
  refundId: string,
  payment: OtherPayment,
): Promise<PaidOtherwise> {
  const refund = await lockRefund(tx, refundId);
  if (!refund) return { ok: false, why: 'unknown' };
  const [same] = await tx.select().from(refundPayments).where(eq(refundPayments.id, payment.id));
  if (same) {
    if (!isSame(same, refundId, payment)) return { ok: false, why: 'form_used' };
    return { ok: true, isRepeated: true, amountCents: same.amountCents };
  }
  if (refund.status !== 'failed') return { ok: false, why: 'not_failed' };
  // Where it was owed first, it may have been the day before.
  const owedOn = new Date(refund.requestedAt.getTime() - 12 * 3_600_000);
  if (payment.paidOn < owedOn.toISOString().slice(0, 10)) return { ok: false, why: 'before_owed' };
  const { amountCents, orderId } = refund;
  const { id, paidOn } = payment;
  const reference = await wordsOn(tx, orderId, payment.reference);
  const reason = await wordsOn(tx, orderId, payment.reason);
  await tx
    .insert(refundPayments)
    .values({ id, refundId, amountCents, paidOn, reference, reason, notedAt: now() });
  const settledAt = new Date(`${paidOn}T12:00:00Z`);
  await setStatus(tx, refund, { status: 'paid_otherwise', settledAt }, 'refunded');
  await post(tx, {
    reason: 'refund paid by other means',
    source: `refund-otherwise:${payment.id}`,
    entries: [
      ['refunds', -amountCents],
      ['bank', amountCents],
    ],
  });
  await tell(tx, refund.orderId, {
    name: 'refund-otherwise',
    params: { refundId, paymentId: payment.id },
    dedupeKey: `refund-otherwise:${payment.id}`,
  });
  return { ok: true, isRepeated: false, amountCents };
}

export type PaymentWithdrawn =
  | {
      ok: true;
      refundId: string;
      status: 'failed' | 'pending' | SettledAs;
      /** The refund at Stripe that it is now, to be asked about. */
      stripeRefundId: string | null;
    }
  | { ok: false; why: 'unknown' | 'withdrawn' | 'borne' };

/**
 * It was not paid by other means after all: the refund is owed again, as failed. Where Stripe sent it
 * meanwhile, it is that one, as pending until Stripe is asked how it stands; where a dispute took the
 * money meanwhile, it goes with that.
 */
export async function withdrawPayment(
  tx: Tx,
  paymentId: string,
  reason: string,
): Promise<PaymentWithdrawn> {
  const [found] = isUuid(paymentId) ? await readPayment(tx, paymentId) : [];
  const refund = found && (await lockRefund(tx, found.refundId));
  const [payment] = refund ? await readPayment(tx, paymentId) : [];
  if (!refund || !payment) return { ok: false, why: 'unknown' };
  if (payment.withdrawnAt) return { ok: false, why: 'withdrawn' };
  const stray = await strayOfRefund(tx, refund.id);
  if (stray?.status === 'borne') return { ok: false, why: 'borne' };
  await tx
    .update(refundPayments)
    .set({ withdrawnAt: now(), withdrawnReason: await wordsOn(tx, refund.orderId, reason) })
    .where(eq(refundPayments.id, paymentId));
  const status = stray ? 'pending' : 'failed';
  const sent = stray && { stripeRefundId: stray.id, isBooked: true, settledAt: null };
  await setStatus(
    tx,
    refund,
    { settledAt: now(), ...sent, status },
    stray ? 'refund_pending' : 'refund_failed',
  );
  await post(tx, {
    reason: 'refund not paid by other means after all',
    source: `refund-otherwise-withdrawn:${paymentId}`,
    entries: [
      ['bank', -payment.amountCents],
      [stray ? 'review' : 'refunds', payment.amountCents],
    ],
  });
  if (stray) await settleStrays(tx, [stray.id], null);
  const settledAs = stray ? undefined : await settleFailed(tx, refund.id);
  if (!stray && !settledAs) await tellOwedAgain(tx, refund, paymentId);
  const stripeRefundId = stray?.id ?? null;
  return { ok: true, refundId: refund.id, status: settledAs ?? status, stripeRefundId };
}

async function tellOwedAgain(tx: Tx, { id, orderId }: Refund, paymentId: string): Promise<void> {
  await tell(tx, orderId, {
    name: 'refund-owed-again',
    params: { refundId: id, paymentId },
    dedupeKey: `refund-owed-again:${paymentId}`,
  });
}

/** The payment by other means that stands for a refund. */
export async function standingPayment(tx: Tx, refundId: string): Promise<PaymentRow | undefined> {
  if (!isUuid(refundId)) return undefined;
  const [payment] = await tx
    .select()
    .from(refundPayments)
    .where(and(eq(refundPayments.refundId, refundId), isNull(refundPayments.withdrawnAt)));
  return payment;
}

function isSame(row: PaymentRow, refundId: string, payment: OtherPayment): boolean {
  return (
    row.withdrawnAt === null &&
    row.refundId === refundId &&
    row.paidOn === payment.paidOn &&
    // Of somebody who has had themselves erased nothing else is kept.
    (row.reference === '' || row.reference === payment.reference) &&
    (row.reason === '' || row.reason === payment.reason)
  );
}

/** A refund whose order is locked from now on. */
async function lockRefund(tx: Tx, id: string) {
  const read = () => tx.select().from(refunds).where(eq(refunds.id, id));
  const [known] = isUuid(id) ? await read() : [];
  if (!known) return undefined;
  await lockOrder(tx, known.orderId);
  return (await read())[0];
}

function readPayment(tx: Tx, id: string) {
  return tx.select().from(refundPayments).where(eq(refundPayments.id, id));
}

async function setStatus(
  tx: Tx,
  refund: Refund,
  state: Partial<Refund>,
  status: string,
): Promise<void> {
  await tx.update(refunds).set(state).where(eq(refunds.id, refund.id));
  await followRefund(tx, refund, status);
}

/** What is written about a person; nothing once they have had themselves erased. */
async function wordsOn(tx: Tx, orderId: string, words: string): Promise<string> {
  const order = await lockOrder(tx, orderId);
  return isErased(order?.email ?? '') ? '' : words;
}

async function tell(tx: Tx, orderId: string, mail: Omit<QueuedMail, 'toEmail'>): Promise<void> {
  const order = await lockOrder(tx, orderId);
  if (order?.email) await queueMails(tx, [{ ...mail, toEmail: order.email }]);
}
