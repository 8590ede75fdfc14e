import type { Tx } from '#app/database/db.server.ts';
import { hasStep, samplesWithSteps, type SampleWithSteps } from './store.server.ts';

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
