import { bodyWeights, type BodyWeightKey } from '#app/toxicology/body-weights.ts';
import type { Category } from '#app/toxicology/chemicals.ts';
import type { SampleMeasurements } from '#app/toxicology/measurement.ts';
import {
  notRatedCategories,
  productFigures,
  type CategoryFigures,
} from '#app/toxicology/product-figures.ts';
import type { RiskFamily } from './risk-level-row.ts';

/** One tile of a report card: a family's level, percent of the EFSA limit, and its bounds. */
export interface ReportTile extends Omit<CategoryFigures, 'equivalentNgG'> {
  family: RiskFamily;
  /** The level is N/A by decision, whatever was measured (spec §4). */
  isNotRated: boolean;
}

/** A report card for each reference person, tiles in the order of `RISK_FAMILIES`. */
export type ReportCards = Record<BodyWeightKey, ReportTile[]>;

const categories: readonly (readonly [RiskFamily, Category])[] = [
  ['phthalates', 'Phthalates'],
  ['bisphenols', 'Bisphenols'],
  ['substitutes', 'Phthalate Substitutes'],
];

/** Works a product's report card out from its samples; `servingG` is null where unknown. */
export function reportCards(
  originalId: number,
  servingG: number | null,
  samples: readonly SampleMeasurements[],
): ReportCards {
  const notRated = notRatedCategories(originalId);
  const cards = bodyWeights.map(({ key, weightKg }) => {
    const figures = productFigures({
      samples,
      servingG,
      bodyWeightKg: weightKg,
      authority: 'EFSA',
      notRated,
    });
    const tiles = categories.map(([family, category]) => {
      const { equivalentNgG: _, ...shown } = figures.categories[category];
      return { ...shown, family, isNotRated: notRated.includes(category) };
    });
    return [key, tiles];
  });
  return Object.fromEntries(cards);
}
