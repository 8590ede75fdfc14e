import { joinBounds, mapBounds, zeroBounds, type Bounds } from './bounds.ts';
import { chemicals, type ChemicalKey } from './chemicals.ts';
import type { Family } from './families.ts';
import { authorities, limitFor, type Authority, type IntakeLimit } from './limits.ts';

/**
 * Where a family stands under one authority: `within` where even its upper bound is at most the whole
 * limit; `above` where the limit's own substance is more at its lower bound; `above_if_counted` where
 * that holds only with others counted as that substance; else `unseen`.
 */
export interface LimitVerdict {
  authority: Authority;
  verdict: 'within' | 'above' | 'above_if_counted' | 'unseen';
  /** What of is within, where samples are known: each of several, the only one, or their average alone. */
  holds?: 'every_sample' | 'one_sample' | 'average';
  /** One viewpoint's day in percent of the limit; of several limits, of the one that is nearest. */
  percent: Bounds;
  /** The chemicals whose own limits these are; null where the family's sum is held against one. */
  alone: readonly ChemicalKey[] | null;
  /** What the limit's own substance comes to alone, at the least, in percent of it. */
  ownLowerPercent: number;
  /** Found in a sample and counted as the limit's own substance; see `OwnShare`. */
  counted: readonly ChemicalKey[];
}

/**
 * The chemical that a family's limit was set for, and that all of the sum counts as, which is the
 * stricter reading; null where an authority set the limit for the sum, as EFSA did for phthalates.
 */
export function ownSubstance(family: Family) {
  return ({ phthalates: null, bisphenols: 'bpa', substitutes: 'deht' } as const)[family];
}

/** What a family's sum holds of its limit's own substance. */
export interface OwnShare {
  /** Percent of EFSA's limit that it alone comes to at the least; the whole sum's without such a one. */
  lowerPercent: number;
  /** The other chemicals of the sum that were found. */
  counted: readonly ChemicalKey[];
  /** Found, and counting toward no limit of the family; left out by older figures. */
  beside?: readonly ChemicalKey[];
  /** Percent of EFSA's limit that no sample alone exceeds; null where nobody knows, left out by older figures. */
  sampleUpperPercent?: number | null;
}

/** The limit that a family's sum is held against under an authority; null where there is none. */
export function sumLimit(family: Family, authority: Authority): IntakeLimit | null {
  const own = ownSubstance(family);
  return limitFor(family, authority) ?? (own ? limitFor(own, authority) : null);
}

/** The verdicts on a family's sum, of its percent of EFSA's limit, in the order of `authorities`. */
export function sumVerdicts(family: Family, efsaPercent: Bounds, own: OwnShare): LimitVerdict[] {
  const efsa = sumLimit(family, 'EFSA')?.limitNgPerKgDay;
  return authorities.flatMap((authority) => {
    const limit = sumLimit(family, authority)?.limitNgPerKgDay;
    if (!efsa || !limit) return [];
    const percent = mapBounds(efsaPercent, (figure) => figure * (efsa / limit));
    const ownLowerPercent = own.lowerPercent * (efsa / limit);
    const verdict = verdictOn(percent, ownLowerPercent);
    const { counted } = own;
    return [{ authority, verdict, percent, alone: null, ownLowerPercent, counted }];
  });
}

/**
 * The verdicts by authorities that have limits for single chemicals of a family and none for its sum.
 * `percentOf` is a chemical's percent of its own limit; null where it was not tested.
 */
export function chemicalVerdicts(
  family: Family,
  percentOf: (chemical: ChemicalKey, authority: Authority) => Bounds | null,
): LimitVerdict[] {
  return authorities.flatMap((authority) => {
    if (sumLimit(family, authority)) return [];
    const alone = chemicals
      .filter((chemical) => chemical.family === family && limitFor(chemical.key, authority))
      .map(({ key }) => key);
    if (alone.length === 0) return [];
    const percents = alone.map(
      (key) => percentOf(key, authority) ?? { ...zeroBounds, upperOpen: true },
    );
    // Of limits that each hold alone: the most that any is at least, and at most.
    const percent = percents.reduce((a, b) => joinBounds(a, b, Math.max));
    const verdict = verdictOn(percent, percent.lower);
    return [{ authority, verdict, percent, alone, ownLowerPercent: percent.lower, counted: [] }];
  });
}

function verdictOn({ lower, upper, upperOpen }: Bounds, ownLower: number): LimitVerdict['verdict'] {
  if (ownLower > 100) return 'above';
  if (lower > 100) return 'above_if_counted';
  return upper <= 100 && !upperOpen ? 'within' : 'unseen';
}
