import { lockProducts, type LockedProduct } from '#app/catalogue/funding-columns.server.ts';
import { isProductId } from '#app/catalogue/find-product.server.ts';
import { writeTestingBegun } from '#app/catalogue/product-standing.server.ts';
import { hasOpenRequests } from './store.server.ts';
import { hasUnmatchedRefund } from './unmatched.server.ts';
import { tellAudience } from './tell-audience.server.ts';
import type { Tx } from '#app/database/db.server.ts';

/** Why testing of a product cannot begin. */
export type TestingRefusal =
  | 'unknown'
  | 'removed'
  | 'not_funded'
  /** Somebody has asked for their money back: that is decided first. */
  | 'requests_open'
  /** Of a payment that it has money of, a refund that was made at Stripe waits for a decision. */
  | 'refund_unmatched';

export type Beginning = { ok: true } | { ok: false; why: TestingRefusal | 'begun' };

/**
 * Testing of a fully funded product begins: its first sample is bought, so from now on nothing is
 * refunded, and that is never undone (design "Money" 9). Followers and contributors are told.
 */
export async function beginTesting(tx: Tx, productId: number): Promise<Beginning> {
  return beginWithin(tx, await lockTestable(tx, productId));
}

/** The same of a product that is locked already. */
export async function beginWithin(tx: Tx, product: LockedProduct | undefined): Promise<Beginning> {
  if (product?.testingBegunAt) return { ok: false, why: 'begun' };
  const why = await whyNotTestable(tx, product);
  if (why || !product) return { ok: false, why: why ?? 'unknown' };
  await writeTestingBegun(tx, product.id);
  await tellAudience(tx, product.id, 'testing-begun');
  return { ok: true };
}

/** A product that money can be raised for, locked; undefined where there is none of that code. */
export async function lockTestable(tx: Tx, productId: number): Promise<LockedProduct | undefined> {
  if (!isProductId(productId)) return undefined;
  const product = (await lockProducts(tx, [productId])).get(productId);
  return product?.isDemo ? undefined : product;
}

/** What stands against spending the money of a locked product; undefined where nothing does. */
export async function whyNotTestable(
  tx: Tx,
  product: LockedProduct | undefined,
): Promise<TestingRefusal | undefined> {
  if (!product) return 'unknown';
  if (product.removedAt) return 'removed';
  if (product.raisedCents < product.targetCents) return 'not_funded';
  if (await hasOpenRequests(tx, product.id)) return 'requests_open';
  return (await hasUnmatchedRefund(tx, product.id)) ? 'refund_unmatched' : undefined;
}
