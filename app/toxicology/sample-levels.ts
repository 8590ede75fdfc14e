import { byFamily, type Family } from './families.ts';
import type { LimitVerdict } from './limit-verdicts.ts';
import { productFigures, type FiguresRequest } from './product-figures.ts';

/** What a sample comes to on its own; `index` is which of the samples it is, from 0. */
export type SampleFigures = ReturnType<typeof sampleFigures>[Family][number];

/**
 * The figures that each sample would have if it were the only one, in the order of the samples;
 * those without a result, and all where the serving is unknown, are left out.
 */
export function sampleFigures(request: FiguresRequest) {
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
