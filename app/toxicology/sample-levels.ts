import { byFamily, type Family } from './families.ts';
import { productFigures, type FiguresRequest } from './product-figures.ts';
import type { RiskLevel } from './risk-level.ts';

/**
 * The level that each sample would have if it were the only one, in the order of the samples;
 * those without a result, and those that can't be rated, are left out.
 */
export function sampleLevels(request: FiguresRequest): Record<Family, RiskLevel[]> {
  const alone = request.samples.map(
    (sample) => productFigures({ ...request, samples: [sample] }).families,
  );
  return byFamily((family) =>
    alone
      .map((families) => families[family].level)
      .filter((level) => level !== 'None' && level !== 'N/A'),
  );
}

/** Whether samples of one product are of different levels. */
export function doLevelsDiffer(levels: readonly RiskLevel[]): boolean {
  return new Set(levels).size > 1;
}
