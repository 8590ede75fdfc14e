import { amountsOf } from '#app/toxicology/metals/amounts.ts';
import { usualPortion } from '#app/toxicology/metals/portion.ts';
import { publishedSentence } from '#app/toxicology/metals/published-sentence.ts';
import { intakeVerdicts } from '#app/toxicology/metals/verdicts.ts';
import { measurementsOf, type FileProduct } from './file-products.ts';

/** What says how much of a product is eaten, and by whom, beside its serving. */
export interface Eaten {
  /** The item's. */
  kind: string | null;
  /** Grams as fed of a gram as received, by the label. */
  asFedPerG: number | null;
}

/** What is said of a test for metals by the limits of intake, for whom its question is asked. */
export function metalsSaid(
  product: Pick<FileProduct, 'servingSizeG' | 'samples'>,
  eaten: Eaten = { kind: null, asFedPerG: null },
) {
  const portion = usualPortion(eaten.kind, product.servingSizeG, eaten.asFedPerG);
  const amounts = amountsOf(measurementsOf(product));
  const sentence = publishedSentence(amounts, portion);
  return { weightKg: portion.weightKg, sentence, verdicts: intakeVerdicts(amounts, portion) };
}
