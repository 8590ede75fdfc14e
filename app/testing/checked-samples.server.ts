import type { Tx } from '#app/database/db.server.ts';
import { samplesOf, standingSteps } from './store.server.ts';

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
  const samples = await samplesOf(tx, productIds);
  const rows = await standingSteps(tx, samples);
  const found = samples.flatMap(({ id, number, productId }) => {
    const own = rows.filter(({ sampleId }) => sampleId === id);
    if (own.some(({ step }) => step === 'given-up')) return [];
    const at = (step: string) => own.find((row) => row.step === step);
    const [bought, shipped, atLab, results] = [
      at('bought'),
      at('shipped'),
      at('at-lab'),
      at('results-in'),
    ];
    const facts: DeskFacts = {
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
    return [{ productId, facts }];
  });
  return new Map(
    [...Map.groupBy(found, ({ productId }) => productId)].map(([productId, own]) => [
      productId,
      own.map(({ facts }) => facts),
    ]),
  );
}
