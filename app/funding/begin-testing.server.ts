import { and, eq } from 'drizzle-orm';
import { lockProducts, type LockedProduct } from '#app/catalogue/funding-columns.server.ts';
import { isProductId } from '#app/catalogue/find-product.server.ts';
import { writeTested, writeTestingBegun } from '#app/catalogue/product-standing.server.ts';
import { mailPayer } from './mail-payer.server.ts';
import { requestsToDecide } from './store.server.ts';
import { hasUnmatchedRefund } from './unmatched.server.ts';
import { tellAudience } from '#app/subscriptions/tell-audience.server.ts';
import { holdAddresses } from '#app/database/address-lock.server.ts';
import type { Tx } from '#app/database/db.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { contributions, refundRequests } from '#db/schema.ts';

/** Why testing of a product cannot begin. */
type TestingRefusal =
  | 'unknown'
  | 'removed'
  | 'not_funded'
  /** Somebody has asked for their money back, for the first time and lately: that is decided first. */
  | 'requests_open'
  /** Of a payment that it has money of, a refund that was made at Stripe waits for a decision. */
  | 'refund_unmatched';

type Beginning = { ok: true } | { ok: false; why: TestingRefusal | 'begun' };

/**
 * Testing of a locked product that is fully funded begins: its first sample is bought, so from now on
 * nothing is refunded, and that is never undone. Followers and contributors are told.
 */
export async function beginTesting(tx: Tx, product: LockedProduct | undefined): Promise<Beginning> {
  if (product?.testingBegunAt) return { ok: false, why: 'begun' };
  const why = await whyNotTestable(tx, product);
  if (why || !product) return { ok: false, why: why ?? 'unknown' };
  await writeBegun(tx, product.id);
  await tellAudience(tx, product.id, 'testing-begun');
  return { ok: true };
}

/**
 * Notes that testing of a locked product has begun. Requests for refunds that it did not wait for are
 * declined with it, as the money is spent; who made them is told.
 */
async function writeBegun(tx: Tx, productId: number): Promise<void> {
  await writeTestingBegun(tx, productId);
  // Whoever erases a person holds the addresses before these rows.
  await holdAddresses(tx);
  const { id, email, productId: place } = contributions;
  const { contributionId, status } = refundRequests;
  const declined = await tx
    .update(refundRequests)
    .set({ status: 'declined', decidedAt: now() })
    .from(contributions)
    .where(and(eq(contributionId, id), eq(place, productId), eq(status, 'open')))
    .returning({ requestId: refundRequests.id, email });
  for (const { requestId, ...payer } of declined) {
    await mailPayer(tx, payer, 'refund-declined', { requestId }, requestId);
  }
}

/** A product that money can be raised for, locked; undefined where there is none of that code. */
export async function lockTestable(tx: Tx, productId: number): Promise<LockedProduct | undefined> {
  if (!isProductId(productId)) return undefined;
  const product = (await lockProducts(tx, [productId])).get(productId);
  return product?.isDemo ? undefined : product;
}

/** What stands against spending the money of a locked product; undefined where nothing does. */
export async function whyNotTestable(tx: Tx, product: LockedProduct | undefined) {
  if (!product) return 'unknown';
  if (product.removedAt) return 'removed';
  if (product.raisedCents < product.targetCents) return 'not_funded';
  if ((await requestsToDecide(tx, [product.id])).length > 0) return 'requests_open';
  return (await hasUnmatchedRefund(tx, product.id)) ? 'refund_unmatched' : undefined;
}

/** `isFirst`: these are the first results, and people are told of them. */
type Publication = { ok: true; isFirst: boolean } | { ok: false; why: TestingRefusal };

/**
 * A product's results are published, in the transaction that takes them in: it stands as tested, and
 * followers and contributors are told once. Testing that nobody noted as begun has begun at the
 * latest now, under the same conditions. Where it is refused, nothing is written: the caller rolls
 * back.
 */
export async function markTested(tx: Tx, productId: number): Promise<Publication> {
  const product = await lockTestable(tx, productId);
  if (!product?.testingBegunAt) {
    const why = await whyNotTestable(tx, product);
    if (why) return { ok: false, why };
    await writeBegun(tx, productId);
  }
  if (product?.testingStatus === 'Tested') return { ok: true, isFirst: false };
  await writeTested(tx, productId);
  await tellAudience(tx, productId, 'results-published');
  return { ok: true, isFirst: true };
}
