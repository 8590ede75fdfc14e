import {
  isRated,
  percentOf,
  RAW_FAMILIES,
  samplePercents,
  type Person,
  type RawFamily,
  type RawProduct,
} from './raw-results.ts';

/** How sure it is that one product has less of a family than another, strongest first. */
export const STRENGTHS = ['for certain', 'in every sample', 'on average'] as const;
export type Strength = (typeof STRENGTHS)[number];

/** A laboratory's usual uncertainty: amounts nearer than this are not told apart for certain. */
const APART = 1.5;
const FEWEST_SAMPLES = 3;

/**
 * How sure one is lower than another in a family: `for certain` where no sample of the one can reach one
 * of the other, both have three samples or more, and the nearest are a factor of 1.5 apart; `in every
 * sample` where samples part; `on average` where only the means do. Null otherwise.
 */
export function lowerBy(
  one: RawProduct,
  other: RawProduct,
  family: RawFamily,
  person: Person,
): Strength | null {
  if (!isRated(one, family) || !isRated(other, family)) return null;
  const most = Math.max(...samplePercents(one, family, person).map(({ upper }) => upper));
  const least = Math.min(...samplePercents(other, family, person).map(({ lower }) => lower));
  if (most < least) {
    const isEnough = [one, other].every(({ samples }) => samples.length >= FEWEST_SAMPLES);
    return isEnough && least >= APART * most ? 'for certain' : 'in every sample';
  }
  const [mean, its] = [percentOf(one, family, person), percentOf(other, family, person)];
  return mean.upper < its.lower ? 'on average' : null;
}

/** The families in which one is higher than another by estimate by a factor of 1.5 or more. */
export function muchHigherIn(one: RawProduct, other: RawProduct, person: Person): RawFamily[] {
  return RAW_FAMILIES.filter((family) => {
    if (!isRated(one, family) || !isRated(other, family)) return false;
    const [own, its] = [one, other].map((of) => percentOf(of, family, person).estimate);
    return own! > 0 && own! >= APART * its!;
  });
}

/** Whether a claim of `said` is no stronger than what holds. */
export function isCarried(said: Strength, holds: Strength | null): boolean {
  return holds !== null && STRENGTHS.indexOf(holds) <= STRENGTHS.indexOf(said);
}
