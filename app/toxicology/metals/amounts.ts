import { meanNgG } from '#app/toxicology/bounds.ts';
import { isNonDetect, isQuantified, type Measurement } from '#app/toxicology/measurement.ts';
import type { MetalForm } from './metal-limit.ts';
import type { ByForm, MetalAmount, MetalRange } from './verdicts.ts';

/** Of one form what verdicts are made of, as it is stored: ng/g as received. */
export interface StoredAmount extends MetalAmount {
  highestLowerNgG: number;
  samples: number;
  of: number;
  /** The highest limit below which nothing could be told; null where every sample has a number. */
  loqNgG: number | null;
}

/** What a sample holds at least and at most; undefined where it was not tested. */
export function rangeOf(measured: Measurement | undefined): MetalRange | undefined {
  if (!measured || measured.status === 'not_tested') return undefined;
  const { status, valueNgG, loqNgG } = measured;
  const upperNgG = status === 'above_range' ? null : isNonDetect(measured) ? loqNgG : valueNgG;
  return { lowerNgG: isQuantified(measured) ? measured.valueNgG : 0, upperNgG };
}

/** The same of all that was measured in it. */
export function rangesOf(sample: ByForm<Measurement>): ByForm<MetalRange> {
  const measured = Object.entries(sample).map(([form, one]) => [form, rangeOf(one)]);
  return Object.fromEntries(measured) as ByForm<MetalRange>;
}

/** What the samples of a product come to, by what was measured in any of them. */
export function amountsOf(samples: readonly ByForm<Measurement>[]): ByForm<StoredAmount> {
  const forms = new Set(samples.flatMap((sample) => Object.keys(sample) as MetalForm[]));
  return Object.fromEntries(
    [...forms].flatMap((form) => {
      const own = samples.flatMap((sample) => sample[form] ?? []);
      const mean = meanNgG(own);
      if (!mean) return [];
      const ranges = own.flatMap((one) => rangeOf(one) ?? []);
      const isOpen = ranges.some(({ upperNgG }) => upperNgG === null);
      const limits = own.flatMap((one) => one.loqNgG ?? []);
      const amount: StoredAmount = {
        lowerNgG: mean.lower,
        upperNgG: isOpen ? null : mean.upper,
        highestUpperNgG: isOpen ? null : Math.max(...ranges.map((one) => one.upperNgG ?? 0)),
        highestLowerNgG: Math.max(...ranges.map(({ lowerNgG }) => lowerNgG)),
        samples: ranges.length,
        of: samples.length,
        loqNgG: limits.length > 0 ? Math.max(...limits) : null,
      };
      return [[form, amount]];
    }),
  );
}
