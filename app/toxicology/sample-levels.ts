import { byFamily, type Family } from './families.ts';
import { productFigures, type FamilyFigures, type FiguresRequest } from './product-figures.ts';

/** What a sample comes to on its own. */
export type SampleFigures = Pick<FamilyFigures, 'level' | 'percent'>;

/**
 * The figures that each sample would have if it were the only one, in the order of the samples;
 * those without a result, and those that can't be rated, are left out.
 */
export function sampleFigures(request: FiguresRequest): Record<Family, SampleFigures[]> {
  const alone = request.samples.map(
    (sample) => productFigures({ ...request, samples: [sample] }).families,
  );
  return byFamily((family) =>
    alone
      .map((families) => families[family])
      .filter(({ level }) => level !== 'None' && level !== 'N/A')
      .map(({ level, percent }) => ({ level, percent })),
  );
}
