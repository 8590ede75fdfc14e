import { variantOf } from '#app/catalogue/comparable.ts';
import { byFamily } from '#app/toxicology/families.ts';
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
  return byFamily((family) => {
    const [first] = found
      .flatMap(({ id, name, standings }) => {
        const here = standings.find((one) => one.family === family && one.side === 'lower');
        if (!here) return [];
        const rank = isLower(standings) ? strengths.indexOf(here.strength) : strengths.length;
        return { id, name, standings, rank, isShown: here.strength !== 'estimate' };
      })
      .toSorted((a, b) => a.rank - b.rank);
    if (!first) return null;
    const { id, name, isShown, standings } = first;
    /** `isShown`: samples show it, not an estimate alone; `lines`: how it stands, what it is lower in first. */
    return { id, name, isShown, lines: standingLines(standings, () => 'this one') };
  });
}
