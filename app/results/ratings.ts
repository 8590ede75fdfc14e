import {
  notRatedFamilies,
  productFigures,
  type FamilyFigures,
  type FiguresRequest,
} from '#app/toxicology/product-figures.ts';
import type { SampleMeasurements } from '#app/toxicology/measurement.ts';
import { doLevelsDiffer, sampleFigures } from '#app/toxicology/sample-levels.ts';
import { byFamily, type Family } from '#app/toxicology/families.ts';
import { specChild, type Eater } from './eater.ts';
import type { OwnRating, Rating } from './tested-schema.ts';

interface Measured {
  originalId: number;
  /** Grams; null where unknown. */
  servingSizeG: number | null;
  samples: readonly SampleMeasurements[];
}

/**
 * Rates a product by all of its samples, in each family: a child, one serving a day, EFSA.
 * Percents are null where the level is N/A, so that the list sorts last what it does not rate.
 */
export function ratingsOf(
  originalId: number,
  servingSizeG: number | null,
  samples: readonly SampleMeasurements[],
): Record<Family, Rating> {
  const request = requestOf({ originalId, servingSizeG, samples }, specChild);
  const figures = productFigures(request).families;
  const alone = sampleFigures(request);
  return byFamily((family) => {
    const { level, couldNotSeeLimit, aboveRange } = figures[family];
    return {
      ...percentsOf(figures[family]),
      limit_unseen: level !== 'N/A' && couldNotSeeLimit,
      samples_disagree: doLevelsDiffer(alone[family].map((sample) => sample.level)),
      above_range: level !== 'N/A' && aboveRange.length > 0,
    };
  });
}

/** The same for somebody who eats it, with what of it is the chemical that the limit was set for. */
export function ownRatings(measured: Measured, eater: Eater): Record<Family, OwnRating> {
  const figures = productFigures(requestOf(measured, eater)).families;
  return byFamily((family) => {
    const { own } = figures[family];
    return {
      ...percentsOf(figures[family]),
      own_lower_percent: own?.lowerPercent ?? null,
      counted: [...(own?.counted ?? [])],
      beside: [...(own?.beside ?? [])],
      sample_upper_percent: own?.sampleUpperPercent ?? null,
    };
  });
}

function requestOf({ originalId, servingSizeG, samples }: Measured, eater: Eater): FiguresRequest {
  return {
    samples,
    servingG: servingSizeG === null ? null : servingSizeG * eater.servings,
    bodyWeightKg: eater.weightKg,
    authority: 'EFSA',
    notRated: notRatedFamilies(originalId),
  };
}

function percentsOf({ level, percent }: FamilyFigures) {
  const rated = level === 'N/A' ? null : percent;
  return {
    risk: level,
    tdi_percent: rated?.estimate ?? null,
    lower_percent: rated?.lower ?? null,
    upper_percent: rated?.upperOpen ? null : (rated?.upper ?? null),
  };
}
