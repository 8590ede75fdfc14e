import { allSpreads } from '#app/results/rank/ranked-kind.server.ts';
import { allTested } from '#app/results/risk-levels.server.ts';
import type { Spread } from '#app/toxicology/which-is-lower.ts';
import { placesOf, type FamilyPlace, type RankedFigure } from './place.ts';
import { isUnsure as isUnsureRating } from '#app/results/answer.ts';
import { byFamily } from '#app/toxicology/families.ts';
import type { Rating } from '#app/results/tested-schema.ts';

/**
 * The place of a tested product among all tested products: those that were funded here are among them from when their results are published. The figures are
 * the stored ones: a child, EFSA's limits. Null where there is no such product.
 */
export async function findPlaces(originalId: number): Promise<FamilyPlace[] | null> {
  const [all, spreads] = await Promise.all([allTested(), allSpreads()]);
  const ranked = all.map(({ originalId: id, ratings }) => ({
    originalId: id,
    families: byFamily((family) => figure(ratings[family], spreads[id]?.[family] ?? null)),
  }));
  return placesOf(originalId, ranked);
}

function figure(rating: Rating, spread: Spread | null): RankedFigure {
  const { risk: level, tdi_percent: percent, lower_percent: lower, upper_percent: upper } = rating;
  const isOpen = upper === null && percent !== null && (lower ?? 0) > 0;
  const isUnsure = isUnsureRating(rating);
  // Nobody knows the place of what may be of a higher level by any amount.
  return {
    level,
    percent: isUnsure && upper === null ? null : percent,
    spread,
    isOpen,
  };
}
