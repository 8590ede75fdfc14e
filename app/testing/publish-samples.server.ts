import { now } from '#app/platform/clock.server.ts';
import type { Tx } from '#app/database/db.server.ts';
import { isMakerAwaited } from './tell-maker.server.ts';
import { isRegistered } from './register-test.server.ts';
import { dayOf } from './promise.ts';
import { endingOf, samplesOf, standingSteps } from './store.server.ts';
import { testSteps } from '#db/schema.ts';

/**
 * What stands against a product's first results, of so many samples: that its test has ended or was
 * never registered, samples that are bought and neither given up nor checked, or results that are missing of checked ones. Its caller holds the
 * product.
 */
export async function whyNotPublished(
  tx: Tx,
  productId: number,
  sampleCount: number,
): Promise<
  | 'ended'
  | 'maker_awaited'
  | 'unregistered'
  | 'unchecked'
  | 'samples_missing'
  | 'samples_extra'
  | undefined
> {
  if (await endingOf(tx, productId)) return 'ended';
  const bought = await standingOf(tx, productId);
  if (await isMakerAwaited(tx, productId)) return 'maker_awaited';
  if (bought.length === 0 && !(await isRegistered(tx, productId))) return 'unregistered';
  const going = bought.filter(({ steps }) => !steps.includes('given-up'));
  if (going.some(({ steps }) => !steps.includes('checked'))) return 'unchecked';
  if (going.length > sampleCount) return 'samples_missing';
  return going.length > 0 && going.length < sampleCount ? 'samples_extra' : undefined;
}

/** The same of a correction: it has the results of all samples that were published. */
export async function whyNotCorrected(
  tx: Tx,
  productId: number,
  sampleCount: number,
): Promise<'samples_missing' | undefined> {
  const published = (await standingOf(tx, productId)).filter(({ steps }) =>
    steps.includes('published'),
  );
  return published.length > sampleCount ? 'samples_missing' : undefined;
}

/**
 * The checked samples of a locked product are published with its results, today: all of them, or
 * none where the results are of fewer samples, since nobody can say of which ones.
 */
export async function publishSamples(
  tx: Tx,
  productId: number,
  sampleCount: number,
): Promise<void> {
  const isNow = now();
  const checked = (await standingOf(tx, productId)).filter(
    ({ steps }) => steps.includes('checked') && !steps.includes('given-up'),
  );
  const ready = checked.filter(({ steps }) => !steps.includes('published'));
  if (ready.length === 0 || checked.length > sampleCount) return;
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
  const rows = await standingSteps(tx, samples);
  return samples.map(({ id }) => {
    const own = rows.filter(({ sampleId }) => sampleId === id);
    return { id, steps: own.map(({ step }) => step), lastDay: own.at(-1)?.day ?? '' };
  });
}
