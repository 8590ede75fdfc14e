import { bodyWeights } from '#app/toxicology/body-weights.ts';
import {
  isQuantified,
  parseMeasurement,
  type SampleMeasurements,
} from '#app/toxicology/measurement.ts';
import { limitFor } from '#app/toxicology/limits.ts';
import { potencyFactorsOf } from '#app/toxicology/potency.ts';
import { formatPercent } from '#app/results/percent-text.ts';
import { exactFigure } from './methodology-text.ts';
import {
  figuresFor,
  meanText,
  measurementsOf,
  reportedOf,
  type ExampleProduct,
} from './methodology-working.ts';

const [child] = bodyWeights;

/** Three samples of 37 g that could not be measured below 0.5 ng/g, of which one may hold 0.6. */
export const imagined = { servingG: 37, loqNgG: 0.5, foundNgG: 0.6 };

/**
 * What half of a limit of quantification does once a single sample is above it, with figures made up
 * for the purpose: the estimate jumps from nothing, and what there could be hardly moves.
 */
export function jumpLines(): string[] {
  const { servingG, loqNgG, foundNgG } = imagined;
  const below = `<${loqNgG}`;
  const none = imaginedProduct([below, below, below]);
  const one = imaginedProduct([below, below, String(foundNgG)]);
  const limit = limitFor('bisphenols', 'EFSA')?.limitNgPerKgDay ?? NaN;
  const share = `× ${servingG} ÷ (${exactFigure(limit)} × ${child.weightKg}) × 100`;
  return [
    `BPA ${reportedOf(none, 'bpa')} ng/g: ${percentsOf(none)}`,
    `BPA ${reportedOf(one, 'bpa')} ng/g: ${meanText(measurementsOf(one, 'bpa'), 'estimate')} ng/g, ${share}: ${percentsOf(one)}`,
  ];
}

/** The same of a published product in which one sample alone held what one family counts. */
export function workJump(product: ExampleProduct): string[] | null {
  const keys = potencyFactorsOf('bisphenols').map(({ chemical }) => chemical);
  const all = keys.flatMap((key) => measurementsOf(product, key));
  const found = all.filter(isQuantified);
  const loqNgG = all.find((one) => one.loqNgG !== null)?.loqNgG;
  if (found.length !== 1 || !loqNgG || product.samples.length < 2) return null;
  const without = { ...product, samples: product.samples.map(withoutFound) };
  return [
    `BPA as reported: ${reportedOf(product, 'bpa')} ng/g: ${percentsOf(product)}`,
    `had that sample been below the limit too, ${reportedOf(without, 'bpa')} ng/g: ${percentsOf(without)}`,
  ];

  function withoutFound(sample: SampleMeasurements): SampleMeasurements {
    const below = Object.fromEntries(
      keys.flatMap((key) => {
        const own = sample[key];
        if (!own) return [];
        return [[key, isQuantified(own) ? measured(`<${loqNgG}`) : own]];
      }),
    );
    return { ...sample, ...below };
  }
}

/** `0%, at most 1,982%` for a child. */
function percentsOf(product: ExampleProduct): string {
  const { percent } = figuresFor(product, child.weightKg).families.bisphenols;
  if (!percent) return 'no percentage';
  return `${formatPercent(percent.estimate)}, at most ${formatPercent(percent.upper)}`;
}

/** BPA as given, sample by sample; the other bisphenols in none. */
function imaginedProduct(reported: readonly string[]): ExampleProduct {
  const { servingG, loqNgG } = imagined;
  const none = measured(`<${loqNgG}`);
  const samples = reported.map((bpa) => ({ bpa: measured(bpa), bps: none, bpf: none }));
  return { originalId: 0, name: 'made up', servingG, samples };
}

function measured(reported: string) {
  const parsed = parseMeasurement(reported);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.measurement;
}
