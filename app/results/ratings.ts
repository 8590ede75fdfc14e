import {
  notRatedFamilies,
  productFigures,
  type FiguresRequest,
} from '#app/toxicology/product-figures.ts';
import { bodyWeights } from '#app/toxicology/body-weights.ts';
import type { SampleMeasurements } from '#app/toxicology/measurement.ts';
import { doLevelsDiffer, sampleFigures } from '#app/toxicology/sample-levels.ts';
import { byFamily, type Family } from '#app/toxicology/families.ts';
import type { Bounds } from '#app/toxicology/bounds.ts';
import type { RiskLevel } from '#app/toxicology/risk-level.ts';
import type { Eater } from './eater.ts';
import type { OwnRating, Rating } from './tested-schema.ts';

const [child] = bodyWeights;

/**
 * Rates a product by all of its samples, in each family: a child, one serving a day, EFSA.
 * Percents are null where the level is N/A, so that the list sorts last what it does not rate.
 */
export function ratingsOf(
  originalId: number,
  servingG: number | null,
  samples: readonly SampleMeasurements[],
): Record<Family, Rating> {
  const request: FiguresRequest = {
    samples,
    servingG,
    bodyWeightKg: child.weightKg,
    authority: 'EFSA',
    notRated: notRatedFamilies(originalId),
  };
  const figures = productFigures(request).families;
  const alone = sampleFigures(request);
  return byFamily((family) => {
    const { level, percent, couldNotSeeLimit, aboveRange } = figures[family];
    return {
      ...percentsOf(level, percent),
      limit_unseen: level !== 'N/A' && couldNotSeeLimit,
      samples_disagree: doLevelsDiffer(alone[family].map((sample) => sample.level)),
      above_range: level !== 'N/A' && aboveRange.length > 0,
    };
  });
}

/** The same for somebody who eats it, with what of it is the chemical that the limit was set for. */
export function ownRatings(
  { originalId, servingSizeG, samples }: Measured,
  { weightKg, servings }: Eater,
): Record<Family, OwnRating> {
  const figures = productFigures({
    samples,
    servingG: servingSizeG === null ? null : servingSizeG * servings,
    bodyWeightKg: weightKg,
    authority: 'EFSA',
    notRated: notRatedFamilies(originalId),
  }).families;
  return byFamily((family) => {
    const { level, percent, own } = figures[family];
    return {
      ...percentsOf(level, percent),
      own_lower_percent: own?.lowerPercent ?? null,
      counted: [...(own?.counted ?? [])],
    };
  });
}

interface Measured {
  originalId: number;
  /** Grams; null where unknown. */
  servingSizeG: number | null;
  samples: readonly SampleMeasurements[];
}

function percentsOf(level: RiskLevel, percent: Bounds | null) {
  const rated = level === 'N/A' ? null : percent;
  return {
    risk: level,
    tdi_percent: rated?.estimate ?? null,
    lower_percent: rated?.lower ?? null,
    upper_percent: rated?.upperOpen ? null : (rated?.upper ?? null),
  };
}
