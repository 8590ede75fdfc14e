import { bodyWeights, weightInPounds } from '#app/toxicology/body-weights.ts';
import { meanNgG } from '#app/toxicology/bounds.ts';
import { chemicalOf } from '#app/toxicology/chemicals.ts';
import { dehpEquivalents } from '#app/toxicology/dehp-equivalents.ts';
import { intakeNgPerServing, isKnownServing } from '#app/toxicology/intake.ts';
import { isNonDetect, isQuantified, type SampleMeasurements } from '#app/toxicology/measurement.ts';
import { potencyFactorsOf } from '#app/toxicology/potency.ts';
import type { Family } from '#app/toxicology/families.ts';
import { counted, listed } from '#app/kit/text.ts';
import { CANT_TELL } from '#app/kit/facts.ts';
import { wordOf } from '#app/results/answer.ts';
import { percentileText } from '#app/results/figure-text.ts';
import { exactFigure, figureOf, weighted } from './methodology-text.ts';
import {
  boundsLines,
  familyLines,
  figuresFor,
  meanText,
  measurementsOf,
  reportedOf,
  summed,
  type ExampleProduct,
} from './methodology-working.ts';
import { workJump } from './methodology-jump.ts';
import { formatPercent } from '#app/results/percent-text.ts';
import { percentileOf, type Population } from '#app/results/percentile.ts';

/** A calculation with the figures of a product that is published here. */
export interface WorkedExample {
  originalId: number;
  name: string;
  lines: string[];
}

/** The lines of one example; null where the product doesn't show the point, or no longer does. */
type Work = (product: ExampleProduct, dehpNgG: Population) => string[] | null;

interface ExampleRule {
  /** PlasticList numbers, the preferred first. */
  from: readonly number[];
  work: Work;
}

const [child] = bodyWeights;

/** Each example shows one rule, by the first of its products that is there and shows it. */
const rules = {
  share: { from: [16, 70], work: workShare },
  unseen: { from: [103, 104], work: workUnseen },
  disagreement: { from: [68, 64], work: workDisagreement },
  mean: { from: [2, 16], work: workMean },
  jump: { from: [79, 57], work: workJump },
  nothingFound: { from: [103, 104], work: workNothingFound },
  aboveRange: { from: [37, 40], work: workAboveRange },
  notTested: { from: [304], work: workNotTested },
  equivalents: { from: [16, 12], work: workEquivalents },
  phthalates: { from: [16, 70], work: (product) => ifRated(product, 'phthalates') },
  bisphenols: { from: [57, 24], work: (product) => ifRated(product, 'bisphenols') },
  substitutes: { from: [33, 34], work: (product) => ifRated(product, 'substitutes') },
  percentile: { from: [2, 16], work: workPercentile },
} as const satisfies Record<string, ExampleRule>;

type ExampleKey = keyof typeof rules;
export const EXAMPLE_KEYS = Object.keys(rules) as ExampleKey[];
/** What a page of examples draws on: nothing of it is there where no product shows it. */
export type Examples = { [K in ExampleKey]?: WorkedExample } & { leftOut?: LeftOut };

/** DIBP, which counts toward no limit: in how many published samples it was found, and sought. */
interface LeftOut {
  found: number;
  tested: number;
}

/** Every product that an example may be taken from. */
export const EXAMPLE_IDS: readonly number[] = [
  ...new Set(Object.values(rules).flatMap(({ from }) => [...from])),
];

/** Works every example out; `dehpNgG` are the DEHP results of all published samples that have one. */
export function workExamples(products: readonly ExampleProduct[], dehpNgG: Population): Examples {
  const byId = new Map(products.map((product) => [product.originalId, product]));
  const examples: Examples = {};
  for (const [key, { from, work }] of Object.entries<ExampleRule>(rules)) {
    for (const id of from) {
      const product = byId.get(id);
      const lines = product && work(product, dehpNgG);
      if (!lines) continue;
      examples[key as ExampleKey] = { originalId: id, name: product.name, lines };
      break;
    }
  }
  return examples;
}

function workShare(product: ExampleProduct): string[] | null {
  const { servingG } = product;
  const { equivalentNgG, percent } = figuresFor(product, child.weightKg).families.phthalates;
  if (!equivalentNgG || !percent || !isKnownServing(servingG)) return null;
  const intakeNg = intakeNgPerServing(equivalentNgG.estimate, servingG);
  const shares = bodyWeights.map(({ label, weightKg }) => {
    const figures = figuresFor(product, weightKg).families.phthalates;
    const share = formatPercent(figures.percent?.estimate ?? 0);
    return `${label}, ${weightInPounds(weightKg)}: ${share} of the daily limit, ${wordOf(figures.level, figures.upperRaisesLevel)}.`;
  });
  return [
    `One serving of ${exactFigure(servingG)} g contains ${figureOf(Math.round(intakeNg))} ng of phthalates, counted as DEHP.`,
    ...shares,
  ];
}

function workUnseen(product: ExampleProduct): string[] | null {
  const { percent, upperReachesLimit } = figuresFor(product, child.weightKg).families.bisphenols;
  if (!percent || percent.upperOpen || percent.estimate > 0 || !upperReachesLimit) return null;
  const keys = summed('bisphenols').map(({ chemical }) => chemical);
  const names = listed(keys.map((key) => chemicalOf(key).abbreviation));
  const loqs = keys.flatMap((key) => measurementsOf(product, key).map((m) => m.loqNgG ?? 0));
  return [
    `${names} were found in none of ${counted(product.samples.length, 'sample')}: the best estimate is ${formatPercent(percent.estimate)}.`,
    `But the laboratory could not measure less than ${exactFigure(Math.max(...loqs))} ng/g. Just below that, one serving would contain up to ${formatPercent(percent.upper)} of a child’s daily limit. So its report says “${CANT_TELL}.”`,
  ];
}

function workDisagreement(product: ExampleProduct): string[] | null {
  const found = measurementsOf(product, 'dehp').filter(isQuantified);
  const values = found.map((m) => m.valueNgG);
  const ratio = Math.max(...values) / Math.min(...values);
  if (values.length < 2 || !(ratio >= 2) || !Number.isFinite(ratio)) return null;
  return [
    `DEHP in ${counted(values.length, 'sample')}: ${listed(values.map(exactFigure))} ng/g. The highest is ${figureOf(Math.round(ratio))} times the lowest.`,
  ];
}

function workMean(product: ExampleProduct): string[] | null {
  const measurements = measurementsOf(product, 'dehp');
  const isMixed = measurements.some(isQuantified) && measurements.some((m) => m.loqNgG !== null);
  if (!isMixed) return null;
  return [
    `DEHP as reported: ${reportedOf(product, 'dehp')} ng/g`,
    `estimate: ${meanText(measurements, 'estimate')} ng/g`,
    `lower bound: ${meanText(measurements, 'lower')} ng/g`,
    `upper bound: ${meanText(measurements, 'upper')} ng/g`,
  ];
}

function workNothingFound(product: ExampleProduct): string[] | null {
  const measurements = measurementsOf(product, 'bpa');
  const mean = meanNgG(measurements);
  if (!mean || !measurements.every(isNonDetect) || mean.upperOpen) return null;
  return [
    `BPA as reported: ${reportedOf(product, 'bpa')} ng/g`,
    `estimate: ${meanText(measurements, 'estimate')} ng/g`,
    `upper bound: ${meanText(measurements, 'upper')} ng/g`,
    ...boundsLines(figuresFor(product, child.weightKg).families.bisphenols),
  ];
}

function workAboveRange(product: ExampleProduct): string[] | null {
  const measurements = [...measurementsOf(product, 'dehp'), ...measurementsOf(product, 'dbp')];
  if (!measurements.some((m) => m.status === 'above_range')) return null;
  return [
    `DEHP as reported: ${reportedOf(product, 'dehp')} ng/g`,
    ...familyLines(product, 'phthalates'),
  ];
}

function workNotTested(product: ExampleProduct): string[] | null {
  const { untested } = figuresFor(product, child.weightKg).families.bisphenols;
  if (!untested.includes('bpa')) return null;
  return [`BPA as reported: ${reportedOf(product, 'bpa')}`, ...familyLines(product, 'bisphenols')];
}

function workEquivalents(product: ExampleProduct): string[] | null {
  const sample = product.samples.find(hasSeveral);
  const sum = sample && dehpEquivalents(sample);
  if (!sample || sum?.status !== 'ok') return null;
  const weights = potencyFactorsOf('phthalates');
  const reports = weights.map(
    ({ chemical }) =>
      `${chemicalOf(chemical).abbreviation} ${sample[chemical]?.reported.trim() ?? ''}`,
  );
  const terms = weights.flatMap(({ chemical, factor }) => {
    const measurement = sample[chemical];
    if (!measurement || !isQuantified(measurement)) return [];
    return [weighted(factor, exactFigure(measurement.valueNgG))];
  });
  const sign = sum.isLowerBound ? '≥ ' : '';
  return [
    `one sample, ng/g: ${reports.join(', ')}`,
    `${terms.join(' + ')} = ${sign}${figureOf(sum.valueNgG)} ng/g`,
  ];
}

function workPercentile(product: ExampleProduct, dehpNgG: Population): string[] | null {
  const [measurement] = measurementsOf(product, 'dehp').filter(isQuantified);
  const standing = measurement && percentileOf(measurement.valueNgG, dehpNgG);
  if (!standing || standing.equal === 0) return null;
  const { below, equal, total, percentile } = standing;
  const rank = `${exactFigure(below)} + (${exactFigure(equal)} + 1) ÷ 2`;
  return [
    `DEHP in one sample: ${exactFigure(measurement.valueNgG)} ng/g`,
    `of ${exactFigure(total)} samples with a figure, ${exactFigure(below)} are lower and ${exactFigure(equal)} the same, itself included`,
    `(${rank}) ÷ ${exactFigure(total)} × 100 = ${figureOf(percentile)} → percentile ${percentileText(percentile)}`,
  ];
}

function ifRated(product: ExampleProduct, family: Family) {
  const { percent } = figuresFor(product, child.weightKg).families[family];
  return percent && percent.estimate > 0 ? familyLines(product, family) : null;
}

function hasSeveral(sample: SampleMeasurements): boolean {
  return ['dehp' as const, 'dbp' as const].every((key) => sample[key] && isQuantified(sample[key]));
}
