import {
  notRatedFamilies,
  productFigures,
  type FiguresRequest,
} from '#app/toxicology/product-figures.ts';
import { bodyWeights } from '#app/toxicology/body-weights.ts';
import type { SampleMeasurements } from '#app/toxicology/measurement.ts';
import { doLevelsDiffer, sampleFigures } from '#app/toxicology/sample-levels.ts';
import { byFamily, type Family } from '#app/toxicology/families.ts';
import type { Rating } from './tested-schema.ts';

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
    const rated = level === 'N/A' ? null : percent;
    return {
      risk: level,
      tdi_percent: rated?.estimate ?? null,
      lower_percent: rated?.lower ?? null,
      upper_percent: rated?.upperOpen ? null : (rated?.upper ?? null),
      limit_unseen: level !== 'N/A' && couldNotSeeLimit,
      samples_disagree: doLevelsDiffer(alone[family].map((sample) => sample.level)),
      above_range: level !== 'N/A' && aboveRange.length > 0,
    };
  });
}
