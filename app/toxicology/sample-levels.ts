import { byFamily, type Family } from './families.ts';
import type { LimitVerdict } from './limit-verdicts.ts';
import { productFigures, type FamilyFigures, type FiguresRequest } from './product-figures.ts';

/** What a sample comes to on its own. */
export interface SampleFigures extends Pick<FamilyFigures, 'level' | 'percent' | 'verdicts'> {
  /** Which of the samples it is, from 0. */
  index: number;
}

/**
 * The figures that each sample would have if it were the only one, in the order of the samples;
 * those without a result, and all where the serving is unknown, are left out.
 */
export function sampleFigures(request: FiguresRequest): Record<Family, SampleFigures[]> {
  const alone = request.samples.map(
    (sample) => productFigures({ ...request, samples: [sample] }).families,
  );
  return byFamily((family) =>
    alone
      .map((families, index) => ({ ...families[family], index }))
      .filter(({ level, percent }) => level !== 'None' && percent !== null)
      .map(({ index, level, percent, verdicts }) => ({ index, level, percent, verdicts })),
  );
}

/** A verdict on a mean; of one that is within, with what of it is, as far as the test saw. */
export function whatIsWithin(
  mean: LimitVerdict,
  samples: readonly Pick<SampleFigures, 'verdicts'>[],
): LimitVerdict {
  const isEach = samples.every(({ verdicts }) =>
    verdicts.some((one) => one.authority === mean.authority && one.verdict === 'within'),
  );
  const each = samples.length > 1 ? 'every_sample' : 'one_sample';
  return mean.verdict === 'within' ? { ...mean, holds: isEach ? each : 'average' } : mean;
}
