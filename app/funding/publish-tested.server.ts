import { writeTested } from '#app/catalogue/product-standing.server.ts';
import {
  lockTestable,
  whyNotTestable,
  writeBegun,
  type TestingRefusal,
} from './begin-testing.server.ts';
import { tellAudience } from '#app/subscriptions/tell-audience.server.ts';
import type { Tx } from '#app/database/db.server.ts';

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
