import { amountsOf } from '#app/toxicology/metals/amounts.ts';
import { usualPortion } from '#app/toxicology/metals/portion.ts';
import { publishedSentence } from '#app/toxicology/metals/sentences.ts';
import { intakeVerdicts } from '#app/toxicology/metals/verdicts.ts';
import { measurementsOf, type FileProduct } from './file-products.ts';

/** What says how much of a product is eaten, and by whom, beside its serving. */
export interface Eaten {
  /** The item's. */
  kind: string | null;
  /** Grams as fed of a gram as received, by the label. */
  asFedPerG: number | null;
}

type Product = Pick<FileProduct, 'servingSizeG' | 'samples'>;

/** What a test for metals comes to by the limits of intake, for whom its question is asked. */
export function metalsEaten(
  product: Product,
  { kind, asFedPerG }: Eaten = { kind: null, asFedPerG: null },
) {
  const portion = usualPortion(kind, product.servingSizeG, asFedPerG);
  const amounts = amountsOf(measurementsOf(product));
  return { portion, amounts, verdicts: intakeVerdicts(amounts, portion) };
}

/** What is said of that, and for a body of how many kilograms. */
export function metalsSaid(product: Product, eaten?: Eaten) {
  const { portion, amounts, verdicts } = metalsEaten(product, eaten);
  return { weightKg: portion.weightKg, sentence: publishedSentence(amounts, portion), verdicts };
}
