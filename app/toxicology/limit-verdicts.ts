import { mapBounds, zeroBounds, type Bounds } from './bounds.ts';
import { chemicals, type ChemicalKey } from './chemicals.ts';
import type { Family } from './families.ts';
import { authorities, limitFor, type Authority, type IntakeLimit } from './limits.ts';

/**
 * Where a family stands under one authority: `within` where even its upper bound is at most the whole
 * limit, `above` where its lower bound is more, else `unseen`.
 */
export interface LimitVerdict {
  authority: Authority;
  verdict: 'within' | 'above' | 'unseen';
  /** One viewpoint's day in percent of the limit; of several limits, of the one that is nearest. */
  percent: Bounds;
  /** The chemicals whose own limits these are; null where the family's sum is held against one. */
  alone: readonly ChemicalKey[] | null;
}

/**
 * Whose limit holds for a family's sum where an authority has none for the family: its index chemical's.
 * All of the sum counts as that chemical, which is the stricter reading.
 */
const indexChemicals: Partial<Record<Family, ChemicalKey>> = { bisphenols: 'bpa' };

/** The limit that a family's sum is held against under an authority; null where there is none. */
export function sumLimit(family: Family, authority: Authority): IntakeLimit | null {
  const index = indexChemicals[family];
  return limitFor(family, authority) ?? (index ? limitFor(index, authority) : null);
}

/** The verdicts on a family's sum, of its percent of EFSA's limit, in the order of `authorities`. */
export function sumVerdicts(family: Family, efsaPercent: Bounds): LimitVerdict[] {
  const efsa = sumLimit(family, 'EFSA')?.limitNgPerKgDay;
  return authorities.flatMap((authority) => {
    const limit = sumLimit(family, authority)?.limitNgPerKgDay;
    if (!efsa || !limit) return [];
    const percent = mapBounds(efsaPercent, (figure) => figure * (efsa / limit));
    return [{ authority, verdict: verdictOn(percent), percent, alone: null }];
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
    const percent = percents.reduce(nearest);
    return [{ authority, verdict: verdictOn(percent), percent, alone }];
  });
}

/** Of the limits that each hold alone: the most that any is at least, and at most. */
function nearest(a: Bounds, b: Bounds): Bounds {
  return {
    lower: Math.max(a.lower, b.lower),
    estimate: Math.max(a.estimate, b.estimate),
    upper: Math.max(a.upper, b.upper),
    upperOpen: a.upperOpen || b.upperOpen,
  };
}

function verdictOn({ lower, upper, upperOpen }: Bounds): LimitVerdict['verdict'] {
  if (lower > 100) return 'above';
  return upper <= 100 && !upperOpen ? 'within' : 'unseen';
}
