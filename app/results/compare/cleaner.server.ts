import { allTested, riskLevelRow } from '#app/results/risk-levels.server.ts';
import { cleanerThan, type Cleaner } from './cleaner.ts';
import { isNotFood, isVintage, productCategoryOf } from '#app/results/product-category.ts';
import { tilesOf } from '#app/results/report-cards.ts';
import type { TestedReport } from '#app/results/tested-schema.ts';
import { defaultViewpoint } from '#app/results/viewpoint.ts';

/** What a report says of the other products of its category. */
export interface CleanerFound {
  category: string;
  /** Those that are surely cleaner, three at most, the cleanest first. */
  cleaner: Cleaner[];
}

/** What people have rather than buy: another town's tap water, another mother's milk. */
const notChosen: readonly string[] = ['tap_water', 'breast_milk'];

/**
 * Looks for cleaner products in the category of a tested product, by its card for a child. Null where no tag says what it is, where nobody chooses among such things, and where nothing else
 * of the category was tested.
 */
export async function findCleaner(report: TestedReport): Promise<CleanerFound | null> {
  const category = productCategoryOf(report.tags);
  if (category === null || isNotFood(report.tags) || notChosen.includes(category)) return null;
  const others = (await allTested())
    .filter(({ originalId }) => originalId !== report.risk.product_id)
    // What was made decades ago is no choice that anybody has.
    .filter(({ tags }) => productCategoryOf(tags) === category && !isVintage(tags))
    .map(riskLevelRow);
  if (others.length === 0) return null;
  return { category, cleaner: cleanerThan(tilesOf(report, defaultViewpoint), others) };
}
