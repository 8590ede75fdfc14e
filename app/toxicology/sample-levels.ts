import { productFigures, type FiguresRequest } from './product-figures.ts';
import type { Category } from './chemicals.ts';
import type { RiskLevel } from './risk-level.ts';

/**
 * The level that each sample would have if it were the only one, in the order of the samples;
 * those without a result, and those that can't be rated, are left out.
 */
export function sampleLevels(request: FiguresRequest): Record<Category, RiskLevel[]> {
  const alone = request.samples.map(
    (sample) => productFigures({ ...request, samples: [sample] }).categories,
  );
  const levelsOf = (category: Category) =>
    alone
      .map((categories) => categories[category].level)
      .filter((level) => level !== 'None' && level !== 'N/A');
  return {
    Phthalates: levelsOf('Phthalates'),
    Bisphenols: levelsOf('Bisphenols'),
    'Phthalate Substitutes': levelsOf('Phthalate Substitutes'),
  };
}

/** Whether samples of one product are of different levels. */
export function doLevelsDiffer(levels: readonly RiskLevel[]): boolean {
  return new Set(levels).size > 1;
}
