import { eq, sql } from 'drizzle-orm';
import { claimsOn } from '#app/funding/unmatched/claims.server.ts';
import { SEND_REFUND_JOB, type Refund } from '#app/funding/transfers/refund.server.ts';
import { PLACES, transferRefund } from '#app/funding/transfers/transfer.server.ts';
import type { Order } from '#app/funding/order.ts';
import { mailPayer } from '#app/funding/mail-payer.server.ts';
import { settleClaim } from '#app/funding/unmatched/settle-claim.server.ts';
import { hasOpenDispute, lockPayment } from '#app/funding/store.server.ts';
import { TARGETS } from '#app/funding/unmatched/restate.server.ts';
import {
  changeOpen,
  lockOrderOf,
  lockUnmatched,
  readUnmatched,
  reviewRefundId,
  unmatchedOf,
  wentBackOf,
  type Allocation,
  type Unmatched,
} from '#app/funding/unmatched.server.ts';
import { isErased, isUuid } from '#app/kit/text.ts';
import { post, type Entry } from '#app/ledger/post.server.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Tx } from '#app/database/db.server.ts';
import { nudge } from '#app/database/queue.server.ts';
import { allocations, refunds } from '#db/schema.ts';

/** What an administrator says that money is. */
export interface AllocationInput {
  /** The form's: sent twice, it is one allocation. */
  id: string;
  /** An unmatched payment or refund, as Stripe names it, or the id of a refund that failed. */
  subject: string;
  /** refund (send a payment back), donation, loss, outside; or the id of what a refund is of. */
  to: string;
  /** Outside Stripe: the day, as `2026-11-21`, and the number of our bank. */
  paidOn: string | null;
  reference: string;
  reason: string;
  /** Though a part of the payment went back at Stripe itself. */
  isAnyway: boolean;
}

type Allocated =
  | { ok: true; isRepeated: boolean; amountCents: number; refundId: string | null }
  | { ok: false; why: Refusal; cents?: number };

type Refusal =
  | 'unknown'
  | 'form_used'
  | 'not_failed'
  | 'not_open'
  | 'not_for_it'
  | 'before_owed'
  | 'went_back'
  | 'disputed';

/**
 * Allocates what is unmatched, or a refund that failed and was paid outside Stripe. Whoever calls
 * this has asked Stripe before how the payment stands.
 */
export async function allocate(tx: Tx, input: AllocationInput): Promise<Allocated> {
  const [failed] = isUuid(input.subject) ? await readRefund(tx, input) : [];
  const found = failed?.refund ?? (await readUnmatched(tx, input.subject));
  const order = failed
    ? (await lockPayment(tx, failed.refund.orderId)).order
    : await lockOrderOf(tx, found?.paymentIntentId ?? null);
  // Of a payment that is none of ours nothing else is locked.
  const row = failed ? undefined : await lockUnmatched(tx, input.subject);
  const [known] = await tx.select().from(allocations).where(eq(allocations.id, input.id));
  if (known) return isSame(known, input) ? done(known, true) : { ok: false, why: 'form_used' };
  if (failed) return payOutside(tx, input, order);
  if (!row) return { ok: false, why: 'unknown' };
  if (row.openCents === 0) return { ok: false, why: 'not_open' };
  if (row.openCents > 0 && input.to === 'refund') return sendBack(tx, input, order, row);
  if (row.openCents < 0 && isUuid(input.to)) return refundOf(tx, input, order, row);
  // What left cannot be a donation, and what arrived is no loss.
  const isFit = input.to === (row.openCents > 0 ? 'donation' : 'loss') || input.to === 'outside';
  if (!isFit) return { ok: false, why: 'not_for_it' };
  return done(await write(tx, input, order, { unmatchedId: row.id, cents: row.openCents }));
}

/** A refund at Stripe is that of a share, of what is owed, or of its unmatched payment. */
async function refundOf(
  tx: Tx,
  input: AllocationInput,
  order: Order | undefined,
  { id: stripeRefundId, openCents, paymentIntentId }: Unmatched,
): Promise<Allocated> {
  const claims = await claimsOn(tx, order, await unmatchedOf(tx, paymentIntentId));
  const claim = claims.find(({ id, kind }) => id === input.to && kind !== 'payment');
  if (!claim || claim.isInDoubt) return { ok: false, why: 'not_for_it' };
  const cents = Math.min(-openCents, claim.cents);
  const reason = wordsOn(order, input.reason);
  await settleClaim(tx, order, { stripeRefundId, claim, cents, id: input.id, reason });
  return { ok: true, isRepeated: false, amountCents: -cents, refundId: claim.id };
}

/** A payment that was not what was ordered goes back through Stripe. */
async function sendBack(
  tx: Tx,
  input: AllocationInput,
  order: Order | undefined,
  { id: unmatchedId, openCents: cents }: Unmatched,
): Promise<Allocated> {
  if (!order?.paymentIntentId) return { ok: false, why: 'not_for_it' };
  if (await hasOpenDispute(tx, order.id)) return { ok: false, why: 'disputed' };
  const id = await reviewRefundId(tx, order.id);
  const one = await write(tx, input, order, { unmatchedId, refundId: id, cents });
  const { id: orderId, paymentIntentId } = order;
  const why = { reason: 'review', requestedAt: now() };
  await tx.insert(refunds).values({ id, orderId, paymentIntentId, amountCents: cents, ...why });
  await nudge(tx, SEND_REFUND_JOB, { refundId: id });
  return done(one);
}

/** A refund that failed was paid outside Stripe, whole: it is owed no longer, and its payer is told. */
async function payOutside(
  tx: Tx,
  input: AllocationInput,
  order: Order | undefined,
): Promise<Allocated> {
  const [failed] = await readRefund(tx, input);
  const { refund, cents = 0 } = failed ?? {};
  if (refund?.status !== 'failed') return { ok: false, why: 'not_failed' };
  if (input.to !== 'outside' || !input.paidOn) return { ok: false, why: 'not_for_it' };
  // Where it was owed first, it may have been the day before.
  const owedOn = new Date(refund.requestedAt.getTime() - 12 * 3_600_000);
  if (input.paidOn < owedOn.toISOString().slice(0, 10)) return { ok: false, why: 'before_owed' };
  if (cents > 0 && !input.isAnyway) return { ok: false, why: 'went_back', cents };
  const { id: refundId, amountCents } = refund;
  const one = await write(tx, input, order, { refund, cents: amountCents });
  const settledAt = new Date(`${input.paidOn}T12:00:00Z`);
  await tx
    .update(refunds)
    .set({ status: 'paid_otherwise', settledAt })
    .where(eq(refunds.id, refundId));
  await mailPayer(tx, order, 'refund-otherwise', { refundId, paymentId: one.id }, one.id);
  return done(one);
}

/** Writes an allocation and books it: what it goes to has it, and not what it was. */
async function write(
  tx: Tx,
  { id, to: goesTo, paidOn, reference, reason }: AllocationInput,
  order: Order | undefined,
  of: { unmatchedId?: string; refundId?: string; refund?: Refund; cents: number },
): Promise<Allocation> {
  const { cents: amountCents, unmatchedId, refund, refundId = refund?.id } = of;
  const ofIt = { unmatchedId, refundId };
  const words = { reference: wordsOn(order, reference), reason: wordsOn(order, reason) };
  const row = { id, goesTo, amountCents, ...ofIt, paidOn, ...words, notedAt: now() };
  const [one] = await tx.insert(allocations).values(row).returning();
  const booking = { reason: `unmatched: ${goesTo}`, source: `allocated:${id}` };
  if (refund) {
    await transferRefund(tx, booking, refund, { from: 'refunds', to: PLACES.paidOutside });
  } else if (unmatchedId) {
    await changeOpen(tx, unmatchedId, -amountCents);
    const entries: Entry[] = [
      ['review', -amountCents],
      [TARGETS[goesTo] ?? 'review', amountCents],
    ];
    await post(tx, { ...booking, entries });
  }
  return one as Allocation;
}

/** With what of its payment went back at Stripe already. */
function readRefund(tx: Tx, { subject }: AllocationInput) {
  const cents = wentBackOf(sql`refunds.payment_intent_id`);
  return tx.select({ refund: refunds, cents }).from(refunds).where(eq(refunds.id, subject));
}

/** What is written about a person; nothing once they have had themselves erased. */
function wordsOn(order: Order | undefined, words: string): string {
  return isErased(order?.email ?? '') ? '' : words;
}

function isSame(one: Allocation, input: AllocationInput): boolean {
  const subject = one.unmatchedId ?? one.refundId;
  return (
    one.withdrawnAt === null &&
    subject === input.subject &&
    one.goesTo === (isUuid(input.to) ? 'refund' : input.to) &&
    one.paidOn === input.paidOn &&
    // Of somebody who has had themselves erased nothing else is kept.
    (one.reference === '' || one.reference === input.reference) &&
    (one.reason === '' || one.reason === input.reason)
  );
}

function done({ amountCents, refundId }: Allocation, isRepeated = false): Allocated {
  return { ok: true, isRepeated, amountCents, refundId };
}
