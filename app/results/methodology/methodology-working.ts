import { belowLoqDivisor, meanNgG, type Bounds } from '#app/toxicology/bounds.ts';
import { bodyWeights } from '#app/toxicology/body-weights.ts';
import { chemicalOf, type ChemicalKey } from '#app/toxicology/chemicals.ts';
import { intakeNgPerServing, isKnownServing } from '#app/toxicology/intake.ts';
import { limitFor } from '#app/toxicology/limits.ts';
import {
  isNonDetect,
  isQuantified,
  type Measurement,
  type SampleMeasurements,
} from '#app/toxicology/measurement.ts';
import { potencyFactorsOf } from '#app/toxicology/potency.ts';
import {
  notRatedFamilies,
  productFigures,
  type ChemicalMeans,
  type FamilyFigures,
} from '#app/toxicology/product-figures.ts';
import type { Family } from '#app/toxicology/families.ts';
import { exactFigure, figureOf, weighted } from './methodology-text.ts';
import { CANT_TELL } from '#app/kit/facts.ts';
import { wordOf } from '#app/results/answer.ts';
import { formatPercent } from '#app/results/percent-text.ts';

/** A tested product as a worked example needs it. */
export interface ExampleProduct {
  originalId: number;
  name: string;
  /** Grams; null where unknown. */
  servingG: number | null;
  /** In the order of their ids. */
  samples: readonly SampleMeasurements[];
}

/** The figures of an example for one reference person, against EFSA, as its report has them. */
export function figuresFor(product: ExampleProduct, bodyWeightKg: number) {
  return productFigures({
    samples: product.samples,
    servingG: product.servingG,
    bodyWeightKg,
    authority: 'EFSA',
    notRated: notRatedFamilies(product.originalId),
  });
}

/** What the samples say of one chemical; what was not asked for is left out. */
export function measurementsOf(product: ExampleProduct, key: ChemicalKey): Measurement[] {
  return product.samples.map((sample) => sample[key]).filter((m): m is Measurement => !!m);
}

/** As the laboratory wrote it, sample by sample. */
export function reportedOf(product: ExampleProduct, key: ChemicalKey): string {
  return measurementsOf(product, key)
    .map((m) => m.reported.trim())
    .join(', ');
}

export type WorkingSide = 'lower' | 'estimate' | 'upper';

/**
 * A mean with what goes into it, such as `(17 + 10 ÷ 2) ÷ 2 = 11`; `≥ n` where more
 * is possible; null without a result.
 */
export function meanText(measurements: readonly Measurement[], side: WorkingSide): string | null {
  const mean = meanNgG(measurements);
  if (!mean) return null;
  const tested = measurements.filter((m) => m.status !== 'not_tested');
  const isNothingFound = tested.every(isNonDetect);
  const terms = tested.map((m) => termOf(m, side, isNothingFound));
  const result = figureOf(mean[side]);
  const isAtLeast = mean.upperOpen && side !== 'lower';
  if (terms.length === 1) return isAtLeast ? `≥ ${result}` : result;
  return `(${terms.join(' + ')}) ÷ ${terms.length} ${isAtLeast ? '≥' : '='} ${result}`;
}

/** Every step from the samples to the level of one family, a line each. */
export function familyLines(product: ExampleProduct, family: Family): string[] {
  const { servingG } = product;
  const { families, chemicals } = figuresFor(product, bodyWeights[0].weightKg);
  const figures = families[family];
  const limit = limitFor(family, 'EFSA');
  const { equivalentNgG } = figures;
  const lines = summed(family).map(({ chemical }) => chemicalLine(product, chemical));
  if (!equivalentNgG || !limit || !isKnownServing(servingG)) return lines;
  const is = equivalentNgG.upperOpen ? '≥' : '=';
  const intake = figureOf(intakeNgPerServing(equivalentNgG.estimate, servingG));
  return [
    ...lines,
    `sum: ${sumLine(family, chemicals)} ${is} ${figureOf(equivalentNgG.estimate)} ng/g`,
    `serving: ${figureOf(equivalentNgG.estimate)} × ${exactFigure(servingG)} ${is} ${intake} ng`,
    ...bodyWeights.map(({ label, weightKg }) => {
      const { percent, level, upperRaisesLevel } = figuresFor(product, weightKg).families[family];
      const share = `${intake} ÷ (${exactFigure(limit.limitNgPerKgDay)} × ${weightKg}) × 100`;
      return `${label.toLowerCase()}: ${share} ${is} ${formatPercent(percent?.estimate ?? 0)} → ${wordOf(level, upperRaisesLevel)}`;
    }),
    ...boundsLines(figures),
  ];
}

/** The chemicals that count in a family's sum. */
export function summed(family: Family) {
  return potencyFactorsOf(family).filter(({ factor }) => factor !== 0);
}

function chemicalLine(product: ExampleProduct, key: ChemicalKey): string {
  const { abbreviation } = chemicalOf(key);
  const measurements = measurementsOf(product, key);
  const text = meanText(measurements, 'estimate');
  if (!text) return `${abbreviation}: no result, so the sum has no upper bound`;
  const isNothingFound = measurements.every((m) => !isQuantified(m));
  return isNothingFound
    ? `${abbreviation}: in no sample found: 0 ng/g`
    : `${abbreviation}: ${text} ng/g`;
}

function sumLine(family: Family, means: ChemicalMeans): string {
  return summed(family)
    .flatMap(({ chemical, factor }) => {
      const mean = means[chemical];
      return mean ? [weighted(factor, figureOf(mean.estimate))] : [];
    })
    .join(' + ');
}

/** What a family's percent could be, and whether the test could see the limit. */
export function boundsLines({ percent, ...figures }: FamilyFigures): string[] {
  if (!percent) return [];
  const child = bodyWeights[0].label.toLowerCase();
  const lines = [`bounds, ${child}: ${boundsText(percent)}`];
  if (figures.upperRaisesLevel) {
    lines.push(
      `the upper bound is of a higher level: ${CANT_TELL}, best estimate ${figures.level}`,
    );
  }
  return lines;
}

function boundsText({ lower, upper, upperOpen }: Bounds): string {
  if (upperOpen) return `at least ${formatPercent(lower)}, upper bound open`;
  const [from, to] = [formatPercent(lower), formatPercent(upper)];
  return from === to ? `${from}, the lower and the upper` : `${from} to ${to}`;
}

/** What one sample adds to the mean of a side; see `meanNgG`. */
function termOf(measurement: Measurement, side: WorkingSide, isNothingFound: boolean): string {
  if (isQuantified(measurement)) return exactFigure(measurement.valueNgG);
  const { loqNgG } = measurement;
  if (loqNgG === null || side === 'lower' || (side === 'estimate' && isNothingFound)) return '0';
  return side === 'upper'
    ? exactFigure(loqNgG)
    : `${exactFigure(loqNgG)} ÷ ${exactFigure(belowLoqDivisor)}`;
}
