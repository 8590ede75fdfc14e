import { variantOf, whyNotCompared } from '#app/catalogue/comparable.ts';
import { families } from '#app/toxicology/families.ts';
import { isLower, standingsOf, type Contender, type PairStanding } from './standings.ts';

/** A kind's tested products in the order in which a page names them. */
export type RankedKind<T extends Contender = Contender> = ReturnType<typeof rankKind<T>>;

/** A tested product among the others of its kind; `others` is how many it is compared with. */
export type Placed<T extends Contender = Contender> = RankedKind<T>['lower'][number];

/**
 * Ranks what can be compared (decision 0152). In each part stand first those without a known excess,
 * and then by the highest of their estimates, by what it could be at most, and by name.
 */
export function rankKind<T extends Contender>(products: readonly T[]) {
  const sorted = products.toSorted(byEstimate);
  const items = sorted.filter(({ id }) => !variantOf(id));
  const othersOf = (one: T) =>
    items.filter((other) => other !== one && whyNotCompared(one.id, other.id) === null);
  const isApart = (one: T) => items.length > 1 && othersOf(one).length === 0;
  const placed = items
    .filter((one) => !isApart(one))
    .map((product) => {
      const others = othersOf(product);
      return { product, standings: standingsOf(product, others), others: others.length };
    });
  const shows = ({ standings }: (typeof placed)[number], side: PairStanding['side']) =>
    standings.some((one) => one.side === side && one.strength !== 'estimate');
  return {
    /** Lower than another in something, and higher than none in anything, even by estimate. */
    lower: placed.filter(({ standings }) => isLower(standings)),
    /** Lower than another in something, and higher in something only by estimate. */
    leaning: placed.filter(
      (one) => shows(one, 'lower') && !shows(one, 'higher') && !isLower(one.standings),
    ),
    /** Neither lower nor higher than another in anything, but by estimate. */
    alike: placed.filter((one) => !shows(one, 'lower') && !shows(one, 'higher')),
    /** Lower than another in something and higher in something, by what samples show. */
    mixed: placed.filter((one) => shows(one, 'higher') && shows(one, 'lower')),
    /** Higher than another in something, and lower than none in anything, by what samples show. */
    higher: placed.filter((one) => shows(one, 'higher') && !shows(one, 'lower')),
    /** Variants of another, and what was tested in another state than every other. */
    apart: [...items.filter(isApart), ...sorted.filter(({ id }) => variantOf(id))],
  };
}

/** What is compared with another, in the order of a kind's page. */
export function comparedIn<T extends Contender>(ranked: RankedKind<T>): Placed<T>[] {
  const { lower, leaning, alike, mixed, higher } = ranked;
  return [...lower, ...leaning, ...alike, ...mixed, ...higher];
}

/** All of a ranked kind in that order. */
export function pageOrder<T extends Contender>(ranked: RankedKind<T>): T[] {
  return [...comparedIn(ranked).map(({ product }) => product), ...ranked.apart];
}

/** Without a known excess first; then by the highest estimate, the highest upper bound, and the name. */
export function byEstimate(one: Contender, other: Contender): number {
  return (
    Number(one.isOver) - Number(other.isOver) ||
    highest(one, 'estimate') - highest(other, 'estimate') ||
    // Two without an end differ by NaN, which is falsy too.
    highest(one, 'upper') - highest(other, 'upper') ||
    (one.name < other.name ? -1 : 1)
  );
}

function highest({ spreads }: Contender, bound: 'estimate' | 'upper'): number {
  return Math.max(0, ...families.map(({ key }) => spreads[key]?.[bound] ?? 0));
}
