import { spreadsOf } from '#app/results/rank/ranked-kind.server.ts';
import { allTested } from '#app/results/read/risk-levels.server.ts';
import { byFamily } from '#app/toxicology/families.ts';
import { placesOf, type FamilyPlace } from './place.ts';

/**
 * The place of a tested product among all tested products: those that were funded here are among them from when their results are published. The figures are
 * the stored ones: a child, EFSA's limits. Null where there is no such product.
 */
export async function findPlaces(originalId: number): Promise<FamilyPlace[] | null> {
  const ranked = (await allTested()).map((tested) => {
    const spreads = spreadsOf(tested);
    const figureOf = (family: keyof typeof spreads) => {
      const { risk: level, could, ...figure } = tested.assessments.child[family];
      const { tdi_percent: percent, lower_percent: lower, upper_percent: upper } = figure;
      return {
        level,
        // Nobody knows the place of what may be of a higher level by any amount.
        percent: could !== null && upper === null ? null : percent,
        spread: spreads[family],
        isOpen: upper === null && percent !== null && (lower ?? 0) > 0,
      };
    };
    return { originalId: tested.originalId, families: byFamily(figureOf) };
  });
  return placesOf(originalId, ranked);
}
