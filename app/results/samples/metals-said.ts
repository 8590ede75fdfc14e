import { usualPortion } from '#app/toxicology/metals/portion.ts';
import { saidOf } from '#app/toxicology/metals/sentences.ts';
import { measurementsOf, type FileProduct } from './file-products.ts';

/** What says how much of a product is eaten, and by whom, beside its serving. */
export interface Eaten {
  /** The item's. */
  kind: string | null;
  /** Grams as fed of a gram as received, by the label. */
  asFedPerG: number | null;
  /** As it was registered last; a limit by food is of the food of its class. */
  foodClass?: string | null;
}

/** What a test for metals comes to, for whom its question is asked. */
export function metalsSaid(
  product: Pick<FileProduct, 'servingSizeG' | 'samples'>,
  { kind, asFedPerG, foodClass }: Eaten = { kind: null, asFedPerG: null },
) {
  const portion = usualPortion(kind, product.servingSizeG, asFedPerG);
  return saidOf(measurementsOf(product), portion, foodClass);
}
