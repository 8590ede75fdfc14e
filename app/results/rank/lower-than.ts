import { variantOf } from '#app/catalogue/comparable.ts';
import { byFamily, type Family } from '#app/toxicology/families.ts';
import { byEstimate } from './rank-kind.ts';
import { isLower, standingLines, standingsOf, strengths, type Contender } from './standings.ts';

/**
 * By family what is lower in it than a product (decision 0169): first what is higher in nothing, the
 * surest of it first; else the lowest by estimate, with what it is higher in. Neither a variant, nor
 * what is over a limit. Null where there is none.
 */
export function lowerThan(own: Contender, others: readonly Contender[]) {
  const found = others
    .filter(({ id, isOver }) => !variantOf(id) && !isOver)
    .toSorted(byEstimate)
    .map((other) => ({ ...other, standings: standingsOf(other, [own]) }));
  return byFamily((family: Family) => {
    const rankOf = ({ standings }: (typeof found)[number]) => {
      const here = standings.find((one) => one.family === family && one.side === 'lower');
      if (!here) return Infinity;
      return isLower(standings) ? strengths.indexOf(here.strength) : strengths.length;
    };
    const [first] = found.toSorted((a, b) => rankOf(a) - rankOf(b));
    if (!first || rankOf(first) === Infinity) return null;
    const { id, name, standings } = first;
    /** Samples show it, not an estimate alone. */
    const isShown = standings.some(
      (one) => one.family === family && one.side === 'lower' && one.strength !== 'estimate',
    );
    /** How it stands, in a sentence each: what it is lower in first. */
    return { id, name, isShown, lines: standingLines(standings, () => 'this one') };
  });
}
