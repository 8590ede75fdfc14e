import { mostOf, type Bounds } from '#app/toxicology/bounds.ts';
import type { Family } from '#app/toxicology/families.ts';
import { sumLimit, type LimitVerdict } from '#app/toxicology/limit-verdicts.ts';
import { authorities } from '#app/toxicology/limits.ts';
import type { Strips } from '#app/results/tested-schema.ts';
import type { ReportTile } from './report-cards.ts';

/** What one sample says of a family. Amounts are of its sum, in ng per kg of body weight and day. */
export type StripMark = Strips[Family][number];

/** One family of one product for one eater, a mark for each sample that has a result. */
export interface FamilyStrip {
  family: Family;
  marks: readonly StripMark[];
}

/** The same of a metal, in the unit of the limits that it is held against, which are for one eater. */
export interface MetalStrip {
  family: 'pb' | 'cd' | 'as' | 'hg';
  marks: readonly StripMark[];
  lines: readonly StripLine[];
}
/** Of what nobody eats a known amount of: ng per g. */
type StripAxis = (FamilyStrip | MetalStrip)['family'] | 'ng_g';

/**
 * The marks of one family of a product for whoever eats it, in the order of its samples. What is no
 * food is taken in by nobody: its marks are held against no limit.
 */
export function stripOf(
  { family, samples }: Pick<ReportTile, 'family' | 'samples'>,
  isNotFood = false,
): FamilyStrip {
  const ngPerPercent = (sumLimit(family, 'EFSA')?.limitNgPerKgDay ?? 0) / 100;
  return {
    family,
    marks: samples.flatMap(({ percent, verdicts }) => {
      if (!percent) return [];
      const most = mostOf(percent);
      return {
        kind: kindOf(percent),
        lower: sixDigits(percent.lower * ngPerPercent),
        upper: most === Infinity ? null : sixDigits(most * ngPerPercent),
        ...standingOf(isNotFood ? [] : verdicts),
      };
    }),
  };
}

function kindOf({ lower, upperOpen }: Bounds): StripMark['kind'] {
  if (upperOpen) return lower > 0 ? 'at_least' : 'unseen';
  return lower > 0 ? 'found' : 'none';
}

function standingOf(
  verdicts: readonly LimitVerdict[],
): Pick<StripMark, 'standing' | 'above' | 'counted'> {
  if (verdicts.length === 0) return { standing: null };
  for (const standing of ['above', 'above_if_counted'] as const) {
    const those = verdicts.filter(({ verdict }) => verdict === standing);
    const [first] = those;
    if (!first) continue;
    const above = those.map(({ authority }) => authority);
    return standing === 'above' ? { standing, above } : { standing, above, counted: first.counted };
  }
  return { standing: verdicts.every(({ verdict }) => verdict === 'within') ? 'within' : 'open' };
}

/** More than any laboratory states, and less than half a pixel of any strip. */
function sixDigits(amount: number): number {
  return Number(amount.toPrecision(6));
}

/** The ends of each family's axis, powers of ten in ng per kg of body weight and day; of lead ng a day, of cadmium and mercury per kg and week. */
const axes: Record<StripAxis, { lowest: number; highest: number }> = {
  phthalates: { lowest: 0, highest: 6 },
  bisphenols: { lowest: -1, highest: 6 },
  substitutes: { lowest: 0, highest: 7 },
  pb: { lowest: 0, highest: 5 },
  cd: { lowest: 0, highest: 5 },
  as: { lowest: 0, highest: 4 },
  hg: { lowest: 0, highest: 6 },
  ng_g: { lowest: -3, highest: 4 },
};

/**
 * Where an amount stands on its family's axis, which is the same wherever it is drawn: 0 to 100 from
 * its left end; what is beyond an end stands at it.
 */
export function placeOnStrip(family: StripAxis, ngPerKgDay: number) {
  const { lowest, highest } = axes[family];
  const share = (Math.log10(ngPerKgDay) - lowest) / (highest - lowest);
  if (share < 0) return { at: 0, beyond: 'left' as const };
  if (share > 1) return { at: 100, beyond: 'right' as const };
  return { at: Math.round(share * 10_000) / 100, beyond: null };
}

/** Whose limits a family's sum is held against, of what year, and where they stand, from the left. */
export function stripLimits(family: Family) {
  return authorities.flatMap((name) => {
    const limit = sumLimit(family, name);
    if (!limit) return [];
    const { at } = placeOnStrip(family, limit.limitNgPerKgDay);
    return { name, year: limit.year, at };
  });
}

/** The same; and where on the axis, what is 1% and 10% of the European one: it has no year. */
export function stripLines(family: Family): StripLine[] {
  const parts = [1, 10].flatMap((percent) => {
    const limit = sumLimit(family, 'EFSA')?.limitNgPerKgDay ?? 0;
    const { at, beyond } = placeOnStrip(family, (limit * percent) / 100);
    return beyond ? [] : { name: `${percent}%`, year: null, at };
  });
  return [...stripLimits(family), ...parts];
}

export interface StripLine {
  name: string;
  /** Of a metal's limit how much it is. */
  year: number | string | null;
  at: number;
}

/** Around the place of an amount: a cross held against no limit, a diamond above one, else a dot. */
export function signPath(standing: StripMark['standing'], r: number): string {
  if (standing === null) return `M${-r} ${-r}L${r} ${r}M${-r} ${r}L${r} ${-r}`;
  const tip = r + 0.5;
  if (standing.startsWith('above')) return `M0 ${-tip}L${tip} 0L0 ${tip}L${-tip} 0Z`;
  return `M${-r} 0A${r} ${r} 0 1 0 ${r} 0A${r} ${r} 0 1 0 ${-r} 0Z`;
}

const units: Record<number, string> = { 0: '1 ng', 3: '1 µg', 6: '1 mg' };
const perGram: typeof units = { [-2]: '0.01', 0: '1', 2: '100' };

/** Every power of ten of a family's axis, ascending; those of a unit are named. */
export function stripTicks(family: StripAxis): { at: number; label: string | null }[] {
  const { lowest, highest } = axes[family];
  return Array.from({ length: highest - lowest + 1 }, (_, step) => ({
    at: Math.round((step / (highest - lowest)) * 10_000) / 100,
    label: (family === 'ng_g' ? perGram : units)[lowest + step] ?? null,
  }));
}
