import { mostOf } from './bounds.ts';
import type { FamilyFigures } from './product-figures.ts';
import type { SampleFigures } from './sample-levels.ts';

/**
 * What a laboratory's figure may be off by. PlasticList's file states no uncertainty, so the one that
 * European laboratories count with for residues in food, unless they show a smaller one, stands in.
 */
export const usualUncertainty = {
  /** Percent of the figure, either way: expanded, for 95% of results. */
  percent: 50,
  authority: 'European Commission',
  year: 2021,
  citation: {
    title:
      'Analytical quality control and method validation procedures for pesticide residues ' +
      'analysis in food and feed',
    number: 'SANTE/11312/2021',
    url: null,
  },
} as const;

/** How many times as much counts as more, by estimates and where samples part. */
export const TIMES_APART = 1 + usualUncertainty.percent / 100;

/** How far apart laboratories' figures of metals are in the same food, 8 to 100 µg/kg. */
const betweenLaboratories = {
  /** Relative standard deviation of reproducibility, percent. */
  percent: 32,
  authority: 'AOAC',
  year: 2012,
  citation: {
    title: 'Standard Method Performance Requirements for heavy metals in foods and beverages',
    number: 'SMPR 2012.007',
    url: null,
  },
} as const;

/** What two figures differ by in 5 of 100 cases, 2.8 such deviations, of their mean. */
const apart = (2.8 * betweenLaboratories.percent) / 100;

/** How many times as much counts as more where another laboratory, or another method, measured it: 2.6. */
export const TIMES_APART_ELSEWHERE = Math.round((10 * (2 + apart)) / (2 - apart)) / 10;

/** Samples of each of the two from which what holds of all of them is said without their number. */
export const FEWEST_SAMPLES = 3;

/**
 * How sure it is that one product has less than another, in one family:
 * - `certain`: no sample of the one, at its upper bound, comes near a sample of the other, at its lower
 *   bound, by what a laboratory may be off by, and both have three samples or more;
 * - `every_sample`: their samples part, and no more than that;
 * - `average`: only the bounds of their means do.
 */
export type Strength = keyof typeof strengthWords;

/** In sentences, after what is lower. */
export const strengthWords = {
  certain: 'for certain',
  every_sample: 'in every sample tested',
  average: 'on average',
};

/** One family of a rated product, in percent of a limit for whoever eats it; the same eater for all. */
export type Spread = NonNullable<ReturnType<typeof spreadOf>>;

/** The spread of a family's figures and of those of its samples, each alone; null where not rated. */
export function spreadOf({
  rated: percent,
  samples,
}: Pick<FamilyFigures, 'rated'> & {
  samples: readonly Pick<SampleFigures, 'level' | 'percent'>[];
}) {
  const alone = samples.flatMap((sample) => sample.percent ?? []);
  if (!percent || alone.length === 0) return null;
  return {
    /** Of the mean: at least, by estimate, and at most, Infinity where nobody knows. */
    lower: percent.lower,
    estimate: percent.estimate,
    upper: mostOf(percent),
    /** How many have a figure of their own. */
    samples: alone.length,
    /** The least that any sample has at least, and the most that any has at most. */
    least: Math.min(...alone.map(({ lower }) => lower)),
    most: Math.max(...alone.map(mostOf)),
  };
}

/** How sure it is that the one has less than the other; null where it is not known to have. */
export function strengthOf(one: Spread, other: Spread): Strength | null {
  if (one.most < other.least) {
    const isMany = Math.min(one.samples, other.samples) >= FEWEST_SAMPLES;
    return isMany && other.least >= TIMES_APART * one.most ? 'certain' : 'every_sample';
  }
  return one.upper < other.lower ? 'average' : null;
}

/** Whether the one has as many times less by estimate alone; of nothing found, than anything found. */
export function isLowerByEstimate(one: Spread, other: Spread): boolean {
  return other.estimate > 0 && other.estimate >= TIMES_APART * one.estimate;
}
