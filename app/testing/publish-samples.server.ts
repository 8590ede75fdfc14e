import { now } from '#app/platform/clock.server.ts';
import type { Tx } from '#app/platform/db.server.ts';
import { dayOf } from '#app/testing/promise.ts';
import { currentSteps, samplesOf } from '#app/testing/store.server.ts';
import { testSteps } from '#db/schema.ts';

/**
 * Whether samples of a product are on their way to its first results: bought, neither given up nor
 * checked. Its caller holds the product.
 */
export async function hasUnchecked(tx: Tx, productId: number): Promise<boolean> {
  return (await standingOf(tx, productId)).some(
    ({ steps }) => !steps.includes('checked') && !steps.includes('given-up'),
  );
}

/** The checked samples of a locked product are published with its results, today. */
export async function publishSamples(tx: Tx, productId: number): Promise<void> {
  const isNow = now();
  const ready = (await standingOf(tx, productId)).filter(
    ({ steps }) => steps.includes('checked') && !steps.includes('published'),
  );
  if (ready.length === 0) return;
  await tx.insert(testSteps).values(
    ready.map(({ id, lastDay }) => ({
      sampleId: id,
      step: 'published',
      // Where a day has begun elsewhere, a sample may be checked tomorrow.
      day: [dayOf(isNow), lastDay].toSorted().at(-1) ?? dayOf(isNow),
      notedAt: isNow,
    })),
  );
}

async function standingOf(tx: Tx, productId: number) {
  const samples = await samplesOf(tx, [productId]);
  const ids = samples.map(({ id }) => id);
  const rows = (await currentSteps(tx, ids)).filter(({ isVoid }) => !isVoid);
  return samples.map(({ id }) => {
    const own = rows.filter(({ sampleId }) => sampleId === id);
    return { id, steps: own.map(({ step }) => step), lastDay: own.at(-1)?.day ?? '' };
  });
}
