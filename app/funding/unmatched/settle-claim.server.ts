import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { lockProducts } from '#app/catalogue/funding-columns.server.ts';
import type { Claim } from './claims.server.ts';
import { closeRefundRequests } from '#app/funding/refunds/refund.server.ts';
import { cutShare } from '#app/funding/disputes/cut-share.server.ts';
import { mailPayer } from '#app/funding/mail-payer.server.ts';
import type { Order } from '#app/funding/order.ts';
import { leaveProduct } from '#app/funding/product-funding.server.ts';
import { changeOpen, reviewRefundId } from '#app/funding/unmatched.server.ts';
import { present } from '#app/kit/assert.ts';
import { allocationAccount, type Account } from '#app/ledger/accounts.ts';
import { post } from '#app/ledger/post.server.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Tx } from '#app/database/db.server.ts';
import { allocations, contributions, refunds } from '#db/schema.ts';

/** What of a payment so many cents of an unmatched refund are of. */
interface Settling {
  /** The refund at Stripe. */
  stripeRefundId: string;
  claim: Claim;
  /** At most the claim's: of a larger one so much is cut off. */
  cents: number;
  /** The allocation's id, and why. */
  id?: string;
  reason?: string;
}

/**
 * Settles a claim, or so much of it, by a refund that was made at the payment provider itself; its
 * payer is told. `order` is locked; undefined for a payment that is none of ours.
 */
export async function settleClaim(
  tx: Tx,
  order: Order | undefined,
  { stripeRefundId, claim, cents, id = randomUUID(), reason = '' }: Settling,
): Promise<void> {
  const source = `allocated:${id}`;
  const refundId = order ? await writeSettled(tx, order, claim, cents, source) : randomUUID();
  const shared = { goesTo: 'refund', refundId, reference: '', reason, notedAt: now() };
  const unmatchedId = stripeRefundId;
  await tx.insert(allocations).values({ ...shared, id, unmatchedId, amountCents: -cents });
  await changeOpen(tx, unmatchedId, cents);
  if (claim.kind === 'payment') {
    const other = { id: randomUUID(), unmatchedId: claim.id, amountCents: cents };
    await tx.insert(allocations).values({ ...shared, ...other });
    await changeOpen(tx, claim.id, -cents);
  }
  if (!order) return;
  await tx.update(refunds).set({ stripeRefundId }).where(eq(refunds.id, refundId));
  const account = await takeOff(tx, claim, refundId);
  if (account !== 'review') {
    await post(tx, {
      reason: 'refund made elsewhere, of this',
      source,
      entries: [
        [account, -cents],
        ['review', cents],
      ],
    });
  }
  await mailPayer(tx, order, 'refund-receipt', { refundId }, `${refundId}:${stripeRefundId}`);
}

/** Writes so much of a claim as a refund of its own that has succeeded; its id. */
async function writeSettled(
  tx: Tx,
  order: Order,
  claim: Claim,
  cents: number,
  source: string,
): Promise<string> {
  const id = await settledId(tx, order, claim, cents, source);
  const outcome = { status: 'succeeded', isBooked: true, failureReason: null, settledAt: now() };
  const paymentIntentId = order.paymentIntentId ?? '';
  const fresh = {
    id,
    amountCents: cents,
    orderId: order.id,
    contributionId: claim.contributionId && id,
  };
  await tx
    .insert(refunds)
    .values({ ...fresh, paymentIntentId, reason: 'external', requestedAt: now(), ...outcome })
    .onConflictDoUpdate({ target: refunds.id, set: outcome });
  return id;
}

/** The id of what is settled: so much of the payment under review, or of the claim itself. */
async function settledId(tx: Tx, order: Order, claim: Claim, cents: number, source: string) {
  if (claim.kind === 'payment') return reviewRefundId(tx, order.id);
  return cents < claim.cents ? cutShare(tx, claim.id, cents, source) : claim.id;
}

/** Takes what is refunded off its product; the account that it stood on. */
async function takeOff(tx: Tx, { kind, contributionId }: Claim, id: string): Promise<Account> {
  if (!contributionId) return kind === 'payment' ? 'review' : 'refunds';
  const [written] = await tx
    .update(contributions)
    .set({ status: 'refunded' })
    .where(eq(contributions.id, id))
    .returning();
  const share = present(written, 'the share of a refund');
  await closeRefundRequests(tx, [id]);
  if (kind === 'refund') return 'refunds';
  const products = await lockProducts(tx, share.productId === null ? [] : [share.productId]);
  const product = products.get(share.productId ?? 0);
  if (product) await leaveProduct(tx, product, share);
  return allocationAccount(share.productId);
}
