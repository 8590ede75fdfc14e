import { writeServing } from '#app/catalogue/product-standing.server.ts';
import { lockTestable, whyNotTestable } from '#app/funding/begin-testing.server.ts';
import { markTested } from '#app/funding/publish-tested.server.ts';
import { inTransaction, type Tx } from '#app/database/db.server.ts';
import { findTestedServing } from '#app/results/read/tested-report.server.ts';
import {
  publishSamples,
  whyNotCorrected,
  whyNotPublished,
} from '#app/testing/publish-samples.server.ts';

/** Why results of a funded product can't be published. */
export type Unpublishable =
  | 'unknown'
  | 'removed'
  | 'not_funded'
  | 'requests_open'
  | 'refund_unmatched'
  /** Samples of it are noted that have neither been checked nor given up. */
  | 'unchecked'
  /** Its maker was told of the results some days ago, and has some more. */
  | 'maker_awaited'
  /** Nobody said in public what would be tested before it was. */
  | 'unregistered'
  /** Its test was ended without results. */
  | 'ended'
  /** More samples of it are checked, or published, than the file has results of. */
  | 'samples_missing'
  /** The file has results of more samples than are checked of it. */
  | 'samples_extra';

/**
 * A funded product whose results have just been written stands as tested, its checked samples stand as
 * published, its page states the serving of its results, and its followers and contributors are told
 * of the first ones: `isTold`. Where it is refused, the caller rolls back.
 */
export async function markPublished(
  tx: Tx,
  productId: number,
  sampleCount: number,
): Promise<{ isTold: boolean } | { because: Unpublishable }> {
  const marked = await markTested(tx, productId);
  if (!marked.ok) return { because: marked.why };
  // A correction waits for no further sample.
  const because = marked.isFirst
    ? await whyNotPublished(tx, productId, sampleCount)
    : await whyNotCorrected(tx, productId, sampleCount);
  if (because) return { because };
  await publishSamples(tx, productId, sampleCount);
  const { servingG = null } = (await findTestedServing(productId, tx)) ?? {};
  if (servingG !== null) await writeServing(tx, productId, servingG);
  return { isTold: marked.isFirst };
}

/** What would keep a product from being marked so now. */
export async function whyNotPublishable(
  productId: number,
  sampleCount: number,
): Promise<Unpublishable | undefined> {
  return inTransaction(async (tx) => {
    const product = await lockTestable(tx, productId);
    const why = product?.testingBegunAt ? undefined : await whyNotTestable(tx, product);
    if (why) return why;
    return product?.testingStatus === 'Tested'
      ? whyNotCorrected(tx, productId, sampleCount)
      : whyNotPublished(tx, productId, sampleCount);
  });
}
