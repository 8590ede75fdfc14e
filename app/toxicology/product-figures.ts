import { joinBounds, mapBounds, meanNgG, mostOf, zeroBounds, type Bounds } from './bounds.ts';
import { chemicals, type ChemicalKey } from './chemicals.ts';
import { byFamily, type Family } from './families.ts';
import { intakeNgPerServing, isKnownServing, percentOfLimit } from './intake.ts';
import { chemicalVerdicts, ownSubstance, sumVerdicts, type OwnShare } from './limit-verdicts.ts';
import { limitFor, type Authority, type LimitSubject } from './limits.ts';
import type { Measurement, SampleMeasurements } from './measurement.ts';
import { countingOf, potencyFactorsOf } from './potency.ts';
import { highestLevel, riskLevel, type RiskLevel } from './risk-level.ts';

/** Per chemical the product's mean in ng/g; a chemical without any result is absent. */
export type ChemicalMeans = { readonly [K in ChemicalKey]?: Bounds };

/**
 * One serving a day in percent of an authority's limit. All zero for `no_results`; null for
 * `no_limit_set` and `serving_unknown`.
 */
export interface Percent {
  readonly percent: Bounds | null;
  /** Why `percent` is what it is. */
  readonly percentStatus: 'ok' | 'no_results' | 'no_limit_set' | 'serving_unknown';
}

export type FamilyFigures = ReturnType<typeof familyFigures>;

export type FiguresRequest = {
  readonly samples: readonly SampleMeasurements[];
  /** Grams; null, zero or less: unknown. */
  readonly servingG: number | null;
  readonly bodyWeightKg: number;
  readonly authority: Authority;
  /** Families whose level reads N/A; see `notRatedFamilies`. */
  readonly notRated?: readonly Family[];
};

/** Their supplier removed a bisphenol source after these samples were bought. */
export const bisphenolsNotRatedProductIds: readonly number[] = [92, 93, 94];

/** The families of a PlasticList product whose level is N/A whatever was measured. */
export function notRatedFamilies(plasticlistProductId: number): readonly Family[] {
  return bisphenolsNotRatedProductIds.includes(plasticlistProductId) ? ['bisphenols'] : [];
}

/**
 * Every figure of a product from its samples.
 *
 * Without results a category is level None at 0 percent. With results and an unknown serving size
 * there is no percent and the level is N/A. A family in `notRated` is level N/A and keeps its
 * percent, which is what the samples held. The order of the samples does not matter.
 */
export function productFigures(request: FiguresRequest) {
  const means = chemicalMeans(request.samples);
  return {
    chemicals: means,
    families: byFamily((family) => familyFigures(family, means, request)),
  };
}

/** The mean of each chemical over the samples that have a result for it. */
export function chemicalMeans(samples: readonly SampleMeasurements[]): ChemicalMeans {
  const means: { [K in ChemicalKey]?: Bounds } = {};
  for (const { key } of chemicals) {
    const mean = meanNgG(samples.map((s) => s[key]).filter((m): m is Measurement => !!m));
    if (mean) means[key] = mean;
  }
  return means;
}

function familyFigures(
  family: Family,
  means: ChemicalMeans,
  { samples, servingG, bodyWeightKg, authority, notRated = [] }: FiguresRequest,
) {
  const { equivalentNgG, untested } = equivalents(family, means);
  const percentIn = (ngG: Bounds | null, by: Authority) =>
    percentOf(ngG, family, servingG, bodyWeightKg, by);
  const efsaPercentOf = (ngG: Bounds) => percentIn(ngG, 'EFSA').percent;
  const { percent, percentStatus } = percentIn(equivalentNgG, authority);
  const efsa = percentIn(equivalentNgG, 'EFSA');
  const level = levelOf(efsa, notRated.includes(family));
  const aloneOf = (key: ChemicalKey, by: Authority) =>
    means[key] ? percentOf(means[key], key, servingG, bodyWeightKg, by).percent : null;
  const rated = level === 'None' || level === 'N/A' ? null : efsa.percent;
  const upperReachesLimit =
    efsa.percent !== null && efsa.percent.estimate < 100 && mostOf(efsa.percent) >= 100;
  const upperRaisesLevel = rated !== null && highestLevel(rated) !== level;
  const own: OwnShare | null = rated && {
    ...ownShare(family, means, rated, efsaPercentOf),
    sampleUpperPercent: sampleUpper(family, rated, samples, efsaPercentOf),
  };
  return {
    /** Potency-weighted sum of the means in ng/g; null without results. */
    equivalentNgG,
    /** Of the chosen authority's limit. */
    percent,
    percentStatus,
    /** The same of EFSA's limit, which level and verdicts go by; null where it is not rated. */
    rated,
    /** By the estimate against the EFSA limit, whichever authority the percent is of. */
    level,
    /** Chemicals that the sum should hold but that no sample has a result for. */
    untested,
    /** Chemicals of the sum that a sample held more of than could be measured. */
    aboveRange: aboveRangeOf(family, samples),
    /** The estimate is below 100% of the EFSA limit, and the upper bound is open or is not. */
    upperReachesLimit,
    /** The upper bound is open or of a higher level than the estimate; false where unrated. */
    upperRaisesLevel,
    /** Either of the two: this test could not see that limit, and the page must say so. */
    couldNotSeeLimit: upperReachesLimit || upperRaisesLevel,
    /** What of the sum is the limit's own substance; null where it is not rated. */
    own,
    /** Under every authority's limits, whichever the percent is of; none where it is not rated. */
    verdicts:
      rated && own
        ? [...sumVerdicts(family, rated, own), ...chemicalVerdicts(family, aloneOf)]
        : [],
  };
}

/** What no sample alone exceeds, in percent of EFSA's limit; null where one may hold any amount. */
function sampleUpper(
  family: Family,
  mean: Bounds,
  samples: readonly SampleMeasurements[],
  efsaPercentOf: (ngG: Bounds) => Bounds | null,
): number | null {
  const all = [mean];
  for (const sample of samples.length > 1 ? samples : []) {
    const { equivalentNgG } = equivalents(family, chemicalMeans([sample]));
    const percent = equivalentNgG && efsaPercentOf(equivalentNgG);
    if (percent) all.push(percent);
  }
  if (all.some(({ upperOpen }) => upperOpen)) return null;
  return Math.max(...all.map(({ upper }) => upper));
}

function ownShare(
  family: Family,
  means: ChemicalMeans,
  sum: Bounds,
  efsaPercentOf: (ngG: Bounds) => Bounds | null,
): OwnShare {
  const found = chemicals
    .filter((one) => one.family === family && (means[one.key]?.lower ?? 0) > 0)
    .map(({ key }) => key);
  const [substance, counting] = [ownSubstance(family), countingOf(family)];
  const beside = found.filter((key) => !counting.includes(key));
  if (!substance) return { lowerPercent: sum.lower, counted: [], beside };
  const own = efsaPercentOf(means[substance] ?? zeroBounds);
  const counted = counting.filter((key) => key !== substance && found.includes(key));
  return { lowerPercent: own?.lower ?? 0, counted, beside };
}

/** A chemical that counts but was never tested could be there in any amount: the sum is open. */
export function equivalents(family: Family, means: ChemicalMeans) {
  const weights = potencyFactorsOf(family).filter(({ factor }) => factor !== 0);
  const tested = weights.flatMap(({ chemical, factor }) => {
    const mean = means[chemical];
    return mean ? mapBounds(mean, (ngG) => ngG * factor) : [];
  });
  const untested = weights.flatMap(({ chemical }) => (means[chemical] ? [] : chemical));
  const sum = tested.reduce((a, b) => joinBounds(a, b, (x, y) => x + y), zeroBounds);
  const upperOpen = sum.upperOpen || untested.length > 0;
  return { equivalentNgG: tested.length > 0 ? { ...sum, upperOpen } : null, untested };
}

function aboveRangeOf(family: Family, samples: readonly SampleMeasurements[]): ChemicalKey[] {
  return countingOf(family).filter((key) =>
    samples.some((sample) => sample[key]?.status === 'above_range'),
  );
}

/**
 * One serving a day of a concentration in ng/g, in percent of what an authority tolerates of a
 * chemical or a family. Serves single chemicals (`productFigures().chemicals`) as well as families.
 */
export function percentOf(
  concentrationNgG: Bounds | null,
  subject: LimitSubject,
  servingG: number | null,
  bodyWeightKg: number,
  authority: Authority,
): Percent {
  if (!concentrationNgG) return { percent: zeroBounds, percentStatus: 'no_results' };
  const limit = limitFor(subject, authority);
  if (!limit) return { percent: null, percentStatus: 'no_limit_set' };
  if (!isKnownServing(servingG)) return { percent: null, percentStatus: 'serving_unknown' };
  const percent = mapBounds(concentrationNgG, (ngG) =>
    percentOfLimit(intakeNgPerServing(ngG, servingG), limit.limitNgPerKgDay, bodyWeightKg),
  );
  return { percent, percentStatus: 'ok' };
}

function levelOf({ percent, percentStatus }: Percent, notRated: boolean): RiskLevel {
  if (percentStatus === 'no_results') return 'None';
  if (notRated || !percent) return 'N/A';
  return riskLevel(percent.estimate);
}
