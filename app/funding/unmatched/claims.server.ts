import { randomUUID } from 'node:crypto';
import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import { mailPayer } from '#app/funding/mail-payer.server.ts';
import type { Order } from '#app/funding/order.ts';
import { lockPlaces } from '#app/funding/store.server.ts';
import {
  closeRefundRequests,
  cutRefund,
  readRefund,
} from '#app/funding/transfers/refund.server.ts';
import { isSpent, takingOrder } from '#app/funding/transfers/taking-order.ts';
import { PLACES, transfer } from '#app/funding/transfers/transfer.server.ts';
import { changeOpen, type Unmatched } from '#app/funding/unmatched.server.ts';
import { present } from '#app/kit/assert.ts';
import { fromTo, post } from '#app/ledger/post.server.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Tx } from '#app/database/db.server.ts';
import { allocations, contributions, refunds } from '#db/schema.ts';

/**
 * All that a payment, whose order is locked, has left, in the order in which partial amounts are taken
 * off it: what is unmatched of it (`own`), what is owed back already, then what stands, unspent money
 * before spent.
 */
export async function claimsOn(tx: Tx, order: Order | undefined, own: Unmatched[]) {
  const payments = own
    .filter(({ openCents }) => openCents > 0)
    .map(({ id, openCents }) => claim('payment', id, openCents, null));
  if (!order) return payments;
  const paid = await tx
    .select()
    .from(contributions)
    .where(and(eq(contributions.orderId, order.id), eq(contributions.status, 'paid')));
  const owed = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.orderId, order.id), inArray(refunds.status, ['queued', 'failed'])))
    .orderBy(desc(refunds.amountCents), asc(refunds.id));
  const places = await lockPlaces(tx, order.id);
  return [
    ...payments,
    ...owed.map(({ id, amountCents, contributionId, status, tries }) => ({
      ...claim('refund', id, amountCents, contributionId),
      isInDoubt: status === 'queued' && tries > 0,
    })),
    ...takingOrder(paid, places).map((share) => ({
      ...claim('share', share.id, share.amountCents, share.id),
      isSpent: isSpent(share, places),
    })),
  ];
}

/** What a refund of a payment, made at the payment provider itself, can be of. */
type Claim = ReturnType<typeof claim>;

function claim(
  /** share: stands as paid; refund: owed back and not at Stripe; payment: unmatched itself. */
  kind: 'share' | 'refund' | 'payment',
  /** The contribution's, the refund's, or the unmatched payment's. */
  id: string,
  cents: number,
  /** Whose: null where it is for no product. */
  contributionId: string | null,
) {
  return {
    id,
    kind,
    cents,
    contributionId,
    /** Stripe was asked for this refund, and what became of that is not known. */
    isInDoubt: false,
    /** It stands with a product whose testing has begun. */
    isSpent: false,
  };
}

/**
 * Settles a claim, or so many cents that are cut off it, by a refund that was made at the payment
 * provider itself; its payer is told. `order` is locked; undefined for a payment that is none of ours.
 */
export async function settleClaim(
  tx: Tx,
  order: Order | undefined,
  { stripeRefundId, claim, cents }: { stripeRefundId: string; claim: Claim; cents: number },
): Promise<void> {
  const id = randomUUID();
  const booking = { reason: 'refund made elsewhere, of this', source: `allocated:${id}` };
  const refundId = order ? await takeOff(tx, order, claim, cents, booking) : randomUUID();
  const shared = { goesTo: 'refund', refundId, reference: '', reason: '', notedAt: now() };
  const unmatchedId = stripeRefundId;
  await tx.insert(allocations).values({ ...shared, id, unmatchedId, amountCents: -cents });
  await changeOpen(tx, unmatchedId, cents);
  if (claim.kind === 'payment') {
    const other = { id: randomUUID(), unmatchedId: claim.id, amountCents: cents };
    await tx.insert(allocations).values({ ...shared, ...other });
    await changeOpen(tx, claim.id, -cents);
  }
  if (!order) return;
  const outcome = { status: 'succeeded', isBooked: true, failureReason: null, settledAt: now() };
  const fresh = {
    id: refundId,
    amountCents: cents,
    orderId: order.id,
    contributionId: claim.contributionId && refundId,
    paymentIntentId: order.paymentIntentId ?? '',
    reason: 'external',
    requestedAt: now(),
  };
  const set = { ...outcome, stripeRefundId };
  await tx
    .insert(refunds)
    .values({ ...fresh, ...set })
    .onConflictDoUpdate({ target: refunds.id, set });
  if (claim.contributionId) await closeRefundRequests(tx, [refundId]);
  await mailPayer(tx, order, 'refund-receipt', { refundId }, `${refundId}:${stripeRefundId}`);
}

/** Takes so many cents of a claim off where they stood; the id of their refund. */
async function takeOff(
  tx: Tx,
  order: Order,
  claim: Claim,
  cents: number,
  booking: { reason: string; source: string },
): Promise<string> {
  // Unmatched on either side: nothing is booked. It is called as its order, the first time.
  if (claim.kind === 'payment') return (await readRefund(tx, order.id)) ? randomUUID() : order.id;
  const [of] = await tx.select().from(contributions).where(eq(contributions.id, claim.id));
  if (of) {
    const { moved } = await transfer(tx, booking, [{ of, cents, to: PLACES.matched }]);
    return present(moved[0], 'the share of a refund').id;
  }
  await post(tx, { ...booking, entries: fromTo('refunds', 'review', cents) });
  return cents < claim.cents ? cutRefund(tx, claim.id, cents) : claim.id;
}
