import { medianOf } from '#app/kit/median.ts';
import type { RiskLevel } from '#app/toxicology/risk-level.ts';
import { families, type Family } from '#app/toxicology/families.ts';
import { whyNotCompared } from '#app/catalogue/comparable.ts';
import { strengthOf, type Spread, type Strength } from '#app/toxicology/which-is-lower.ts';
import { percentileOf, populationOf } from '#app/results/answers/percentile.ts';
import { placeOnStrip, type FamilyStrip } from '#app/results/answers/strip-of.ts';
import { sumLimit } from '#app/toxicology/limit-verdicts.ts';

/** A tested product as it is ranked: its best estimates, for a child, against EFSA's limits. */
export interface Ranked {
  originalId: number;
  families: Readonly<Record<Family, RankedFigure>>;
}

export interface RankedFigure extends Pick<FamilyStrip, 'marks'> {
  level: RiskLevel;
  /** Percent of the limit; null where the level is N/A, or may be any. */
  percent: number | null;
  /** What its samples part from others by; null where it is not rated. */
  spread: Spread | null;
  /** The percent is a lower bound: how much more it is at most is not known. */
  isOpen: boolean;
}

/**
 * The place of a product in each family, in the order of `families`, among all that are ranked. Null
 * where it is not among them.
 */
export function placesOf(originalId: number, products: readonly Ranked[]): FamilyPlace[] | null {
  const own = products.find((product) => product.originalId === originalId);
  return own ? families.map(({ key }) => familyPlace(key, own, products)) : null;
}

/** A product's place in one family. */
export type FamilyPlace = ReturnType<typeof familyPlace>;

function familyPlace(family: Family, own: Ranked, products: readonly Ranked[]) {
  const { level, isOpen, marks } = own.families[family];
  const percent = rankedPercent(own, family);
  return {
    family,
    /** Null where it is not rated or was not tested, and has no place. */
    percent,
    isOpen,
    level,
    /** Its samples. */
    strip: { family, marks },
    all: percent === null ? null : standingsOf(own, percent, family, products),
  };
}

/** How a product stands among a population that it is part of. */
export type Standings = NonNullable<ReturnType<typeof standingsOf>>;

function standingsOf(own: Ranked, percent: number, family: Family, population: readonly Ranked[]) {
  const percents = population.flatMap((product) => rankedPercent(product, family) ?? []);
  const ranked = populationOf(percents);
  const standing = percentileOf(percent, ranked);
  if (!standing) return null;
  const { percentile, below, equal, total } = standing;
  const found = ranked.ascending.filter((other) => other > 0);
  const dots = found.toSpliced(found.indexOf(percent), percent > 0 ? 1 : 0);
  const { spread } = own.families[family];
  const others = population
    .filter(({ originalId }) => whyNotCompared(own.originalId, originalId) === null)
    .filter((product) => rankedPercent(product, family) !== null)
    .flatMap((product) => product.families[family].spread ?? []);
  return {
    /** Than how many it is lower, and higher, by how sure that is; of those it can be compared with. */
    lowerThan: counts(others.map((other) => spread && strengthOf(spread, other))),
    higherThan: counts(others.map((other) => spread && strengthOf(other, spread))),
    /** Ranked products with a lower percent, the same, and a higher one; `level` leaves it out. */
    lower: below,
    level: equal - 1,
    higher: total - below - equal,
    /** All of them and the product itself. */
    total,
    /** Its mean rank in percent, see `percentileOf`. */
    percentile,
    /** Products that are not rated or were not tested, and are left out. */
    leftOut: population.length - total,
    /** How many have nothing found: 0 percent, which the axis of a strip has no place for. */
    nothingFound: total - found.length,
    /** Percents. The median of an even number is the mean of the two in the middle. */
    median: medianOf(ranked.ascending) ?? 0,
    highest: ranked.ascending.at(-1) ?? 0,
    /** The others above 0: where on the axis of a strip, 0 to 100; ascending. */
    marks: dots.map((other) => placeOf(other, family)),
  };
}

function counts(of: readonly (Strength | null)[]): Record<Strength, number> {
  const count = (strength: Strength) => of.filter((one) => one === strength).length;
  return {
    certain: count('certain'),
    every_sample: count('every_sample'),
    average: count('average'),
  };
}

/** Products without any result are stored as 0 percent, but nothing was looked for in them. */
function rankedPercent({ families }: Ranked, family: Family): number | null {
  const { level, percent } = families[family];
  return level === 'None' || level === 'N/A' ? null : percent;
}

/** Where a percent of EFSA's limit stands: a tenth of the axis's percent is narrower than a line. */
function placeOf(percent: number, family: Family): number {
  const limit = sumLimit(family, 'EFSA')?.limitNgPerKgDay ?? 0;
  return Number(placeOnStrip(family, (percent / 100) * limit).at.toFixed(1));
}
