import { allTested, type ComparedRow } from '#app/results/risk-levels.server.ts';
import { placesOf, type FamilyPlace, type Ranked, type RankedFigure } from './place.ts';
import { productCategoryOf } from '#app/results/product-category.ts';
import { isUnsure as isUnsureRating } from '#app/results/answer.ts';
import { byFamily } from '#app/toxicology/families.ts';
import type { Rating } from '#app/results/tested-schema.ts';

/**
 * The place of a tested product among all tested products and within its category:
 * those that were funded here are among them from when their results are published. The figures are
 * the stored ones: a child, EFSA's limits. Null where there is no such product.
 */
export async function findPlaces(originalId: number): Promise<FamilyPlace[] | null> {
  return placesOf(originalId, (await allTested()).map(rankedProduct));
}

function rankedProduct(row: ComparedRow): Ranked {
  return {
    originalId: row.originalId,
    category: productCategoryOf(row.tags),
    families: byFamily((family) => figure(row.ratings[family])),
  };
}

function figure(rating: Rating): RankedFigure {
  const { risk: level, tdi_percent: percent, lower_percent: lower, upper_percent: upper } = rating;
  const isOpen = upper === null && percent !== null && (lower ?? 0) > 0;
  const isUnsure = isUnsureRating(rating);
  // Nobody knows the place of what may be of a higher level by any amount.
  return {
    level,
    percent: isUnsure && upper === null ? null : percent,
    lower: lower ?? 0,
    upper: upper ?? Infinity,
    isOpen,
  };
}
