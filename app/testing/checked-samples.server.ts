import type { Tx } from '#app/database/db.server.ts';
import { hasStep, samplesWithSteps, type SampleWithSteps } from './store.server.ts';

/** What the desk knows of a sample that has not been given up. Days as `2026-11-21`. */
export interface DeskFacts {
  number: number;
  lot: string | null;
  bestBefore: string | null;
  boughtOn: string | null;
  shop: string | null;
  shippedOn: string | null;
  carrier: string | null;
  atLabOn: string | null;
  laboratory: string | null;
  method: string | null;
  accreditation: string | null;
  /** Its results are published. */
  isPublished: boolean;
}

/** The samples of these products that results are expected of, by number. */
export async function expectedSamples(
  tx: Tx,
  productIds: number[],
): Promise<Map<number, DeskFacts[]>> {
  const samples = await samplesWithSteps(tx, productIds);
  const expected = samples.filter((sample) => !hasStep(sample, 'given-up'));
  const groups = Map.groupBy(expected, ({ productId }) => productId);
  return new Map([...groups].map(([productId, own]) => [productId, own.map(factsOf)]));
}

function factsOf({ number, steps }: SampleWithSteps): DeskFacts {
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
    carrier: shipped?.place ?? null,
    atLabOn: atLab?.day ?? null,
    laboratory: results?.place ?? atLab?.place ?? null,
    method: results?.method ?? null,
    accreditation: results?.accreditation ?? null,
    isPublished: at('published') !== undefined,
  };
}
