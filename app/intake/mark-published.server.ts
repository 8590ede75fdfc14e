import { writeServing } from '#app/catalogue/product-standing.server.ts';
import { lockTestable, markTested, whyNotTestable } from '#app/funding/begin-testing.server.ts';
import { inTransaction, type Tx } from '#app/database/db.server.ts';
import { findTestedServing } from '#app/results/read/tested-report.server.ts';
import {
  publishSamples,
  whyNotCorrected,
  whyNotPublished,
} from '#app/testing/publish-samples.server.ts';

/** Why results of a funded product cannot be published now. */
export const NOT_PUBLISHABLE = {
  unknown: 'There is no such product.',
  removed: 'It has been taken off the list.',
  not_funded: 'It is not fully funded.',
  requests_open: 'Refund requests are open. Decide them first.',
  refund_unmatched:
    'A refund made at Stripe of a payment that is here is not matched yet. Say what it is of first.',
  unchecked: 'Its results have not been checked yet. Record that step of its test first.',
  maker_awaited: 'Its maker was told that results are coming, and the days for that are not over.',
  unregistered: 'Its test is not registered. Register it first.',
  ended: 'Its test was ended without results.',
  samples_missing:
    'The file has results for fewer samples than have been checked or published. Add the missing results. If some must not count, say why in the column not_used.',
  samples_extra:
    'The file has results for more samples than have been checked. Say which lines are controls, or record the other samples first.',
} as const;

export type Unpublishable = keyof typeof NOT_PUBLISHABLE;

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
