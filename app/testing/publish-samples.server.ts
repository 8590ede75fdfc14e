import { now } from '#app/platform/clock.server.ts';
import type { Tx } from '#app/database/db.server.ts';
import { isMakerAwaited } from './tell-maker.server.ts';
import { isRegistered } from './register-test.server.ts';
import { dayOf } from './promise.ts';
import { endingOf, hasStep, samplesWithSteps, type SampleWithSteps } from './store.server.ts';
import { testSteps } from '#db/schema.ts';

/** The samples of these products that results are expected of, by number. */
export async function expectedSamples(tx: Tx, productIds: number[]) {
  const samples = await samplesWithSteps(tx, productIds);
  const expected = samples.filter((sample) => !hasStep(sample, 'given-up'));
  const groups = Map.groupBy(expected, ({ productId }) => productId);
  return new Map([...groups].map(([productId, own]) => [productId, own.map(factsOf)]));
}

/** What the desk knows of a sample that has not been given up. Days as `2026-11-21`. */
export type DeskFacts = ReturnType<typeof factsOf>;

function factsOf({ number, steps }: SampleWithSteps) {
  const at = (step: string) => steps.find((row) => row.step === step);
  const [bought, shipped, atLab] = [at('bought'), at('shipped'), at('at-lab')];
  const results = at('results-in');
  return {
    number,
    lot: bought?.lot ?? null,
    bestBefore: bought?.bestBefore ?? null,
    boughtOn: bought?.day ?? null,
    shop: bought?.place ?? null,
    shippedOn: shipped?.day ?? null,
    atLabOn: atLab?.day ?? null,
    laboratory: results?.place ?? atLab?.place ?? null,
    method: results?.method ?? null,
    accreditation: results?.accreditation ?? null,
    /** Its results are published. */
    isPublished: at('published') !== undefined,
  };
}

/**
 * What stands against a product's first results, of so many samples: that its test has ended or was
 * never registered, samples that are bought and neither given up nor checked, or results that are missing of checked ones. Its caller holds the
 * product.
 */
export async function whyNotPublished(tx: Tx, productId: number, sampleCount: number) {
  if (await endingOf(tx, productId)) return 'ended';
  const bought = await samplesWithSteps(tx, [productId]);
  if (await isMakerAwaited(tx, productId)) return 'maker_awaited';
  if (bought.length === 0 && !(await isRegistered(tx, productId))) return 'unregistered';
  const going = bought.filter((one) => !hasStep(one, 'given-up'));
  if (going.some((one) => !hasStep(one, 'checked'))) return 'unchecked';
  if (going.length > sampleCount) return 'samples_missing';
  return going.length > 0 && going.length < sampleCount ? 'samples_extra' : undefined;
}

/** The same of a correction: it has the results of all samples that were published. */
export async function whyNotCorrected(tx: Tx, productId: number, sampleCount: number) {
  const samples = await samplesWithSteps(tx, [productId]);
  const published = samples.filter((one) => hasStep(one, 'published'));
  return published.length > sampleCount ? 'samples_missing' : undefined;
}

/**
 * The checked samples of a locked product are published with its results, today: all of them, or
 * none where the results are of fewer samples, since nobody can say of which ones.
 */
export async function publishSamples(tx: Tx, productId: number, sampleCount: number) {
  const isNow = now();
  const samples = await samplesWithSteps(tx, [productId]);
  const checked = samples.filter((one) => hasStep(one, 'checked') && !hasStep(one, 'given-up'));
  const ready = checked.filter((one) => !hasStep(one, 'published'));
  if (ready.length === 0 || checked.length > sampleCount) return;
  await tx.insert(testSteps).values(
    ready.map(({ id, steps }) => ({
      sampleId: id,
      step: 'published',
      // Where a day has begun elsewhere, a sample may be checked tomorrow.
      day: [dayOf(isNow), steps.at(-1)?.day ?? ''].toSorted().at(-1) ?? dayOf(isNow),
      notedAt: isNow,
    })),
  );
}
