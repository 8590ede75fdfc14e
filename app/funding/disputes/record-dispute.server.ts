import { eq, asc, isNull } from 'drizzle-orm';
import type Stripe from 'stripe';
import { putBack } from './dispute-reinstated.server.ts';
import { giveUp, take } from './dispute-withdrawn.server.ts';
import { isGone, movedCents, withdrawnCents } from './moved-cents.ts';
import type { Order } from '#app/funding/order.ts';
import { lockUnmatched, lockOrderOf, setAside } from '#app/funding/unmatched.server.ts';
import { matchRefunds } from '#app/funding/unmatched/match-refunds.server.ts';
import { reopenKept, restate } from '#app/funding/unmatched/restate.server.ts';
import { orderOfPayment } from '#app/funding/order-of-payment.server.ts';
import { postFee } from '#app/funding/post-fee.server.ts';
import { idOf } from '#app/funding/stripe-payment.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { db, inTransaction, type Tx } from '#app/database/db.server.ts';
import { log } from '#app/platform/log.server.ts';
import { notifyAdministrators } from '#app/mail/notify-administrators.server.ts';
import { stripe } from '#app/stripe/stripe.server.ts';
import { contributions, disputeLines, disputes } from '#db/schema.ts';

/** The states in which a dispute is over, as Stripe names them. */
const CLOSED = ['won', 'lost', 'warning_closed', 'prevented'];

/**
 * Brings the books to what Stripe says of a dispute, in whatever order its events came and however
 * often it took and gave back: what its balance transactions amount to by
 * now, less what is booked of it, is one movement, booked under the last of them. The bank's fees
 * are posted one by one. What it takes of a payment that is none of ours is unmatched.
 */
export async function recordDispute(disputeId: string): Promise<void> {
  const dispute = await stripe().disputes.retrieve(disputeId);
  const paymentIntentId = idOf(dispute.payment_intent);
  if (!paymentIntentId) return;
  await orderOfPayment(paymentIntentId);
  await inTransaction(async (tx) => {
    const order = await lockOrderOf(tx, paymentIntentId);
    const known = await readKnown(tx, disputeId);
    // An answer that was overtaken by a later one on its way here.
    if (dispute.balance_transactions.length < known.movements) return;
    await write(tx, dispute, paymentIntentId, order, known.status);
    await holdForeign(tx, dispute, paymentIntentId, order);
    if (order) await follow(tx, dispute, order, known.withdrawnCents);
    await postFees(tx, dispute);
  });
}

/** Books what a dispute has moved of an order's payment since `outCents` were out because of it. */
async function follow(tx: Tx, dispute: Stripe.Dispute, order: Order, outCents: number) {
  const cents = withdrawnCents(dispute) - outCents;
  const source = `dispute:${dispute.id}:${lastOf(dispute)}`;
  const movement = { disputeId: dispute.id, source, cents: Math.abs(cents), outCents };
  if (cents > 0) await take(tx, order, { ...movement, isOut: false });
  if (cents < 0) await putBack(tx, order, movement);
  if (isGone(dispute)) await giveUp(tx, dispute.id);
  await matchRefunds(tx, order.paymentIntentId);
}

/** Has what a dispute has moved stand as unmatched; none of it, once its payment is an order's. */
async function holdForeign(
  tx: Tx,
  dispute: Stripe.Dispute,
  paymentIntentId: string,
  order: Order | undefined,
): Promise<void> {
  const { id, created } = dispute;
  const known = await lockUnmatched(tx, id);
  const stands = known && !known.returnedAt ? known : undefined;
  const amountCents = order ? 0 : movedCents(dispute);
  if ((stands?.amountCents ?? 0) === amountCents) return;
  const source = order ? `taken-up:${id}` : `contested:${id}:${lastOf(dispute)}`;
  const happenedAt = new Date(created * 1000);
  if (!stands) await setAside(tx, { id, paymentIntentId, amountCents, happenedAt }, source);
  else await restate(tx, stands, amountCents, { source, reason: 'the bank decided again' });
  await reopenKept(tx, paymentIntentId);
  await matchRefunds(tx, paymentIntentId);
}

function lastOf({ balance_transactions: moved }: Stripe.Dispute): string {
  return moved.at(-1)?.id ?? '';
}

async function readKnown(tx: Tx, disputeId: string) {
  const [known] = await tx.select().from(disputes).where(eq(disputes.id, disputeId)).for('update');
  return known ?? { withdrawnCents: 0, movements: 0, status: undefined };
}

async function write(
  tx: Tx,
  dispute: Stripe.Dispute,
  paymentIntentId: string,
  order: Order | undefined,
  before: string | undefined,
): Promise<void> {
  const dueBy = dispute.evidence_details.due_by;
  const state = {
    orderId: order?.id ?? null,
    amountCents: dispute.amount,
    reason: dispute.reason,
    status: dispute.status,
    // What it takes of others' payments is not of a share, but unmatched.
    withdrawnCents: order ? withdrawnCents(dispute) : 0,
    movements: dispute.balance_transactions.length,
    evidenceDueAt: dueBy ? new Date(dueBy * 1000) : null,
    closedAt: CLOSED.includes(dispute.status) ? now() : null,
  };
  const [written] = await tx
    .insert(disputes)
    .values({
      id: dispute.id,
      paymentIntentId,
      createdAt: new Date(dispute.created * 1000),
      ...state,
    })
    .onConflictDoNothing()
    .returning({ id: disputes.id });
  const { id, status, amount } = dispute;
  if (written) log.warn({ dispute: id, orderId: order?.id, amount }, 'a dispute began');
  else await tx.update(disputes).set(state).where(eq(disputes.id, id));
  // One that is heard of only when it is over has no answer to wait for; what had been a question of
  // the bank's has a new day by which to answer.
  const isNew = before?.startsWith('warning_') && status === 'needs_response';
  if (written ? state.closedAt : !isNew) return;
  const key = written ? id : `${id}:${status}`;
  await notifyAdministrators(tx, 'dispute-opened', { params: { disputeId: id }, key });
}

/** What the bank charges for a dispute, over the products it is about. */
async function postFees(tx: Tx, dispute: Stripe.Dispute): Promise<void> {
  // Money that came back and was taken as owed is the same money.
  const over = await tx
    .selectDistinctOn([disputeLines.allocationId], {
      productId: contributions.productId,
      cents: disputeLines.amountCents,
    })
    .from(disputeLines)
    .innerJoin(contributions, eq(contributions.id, disputeLines.allocationId))
    .where(eq(disputeLines.disputeId, dispute.id));
  for (const { id, fee, currency } of dispute.balance_transactions) {
    if (currency === 'usd') await postFee(tx, { transactionId: id, cents: fee }, over);
  }
}

/** Asks after every dispute that is not closed; returns how many there were. */
export async function reviewOpenDisputes(onProgress: (done: number) => void = () => {}) {
  const open = await db()
    .select({ id: disputes.id })
    .from(disputes)
    .where(isNull(disputes.closedAt))
    .orderBy(asc(disputes.createdAt));
  for (const [at, { id }] of open.entries()) {
    try {
      await recordDispute(id);
    } catch (error) {
      log.error({ err: error, dispute: id }, 'a dispute was not looked at; tried again later');
    }
    onProgress(at + 1);
  }
  return open.length;
}
