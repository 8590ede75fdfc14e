import { kindOf, type Kind } from '#app/catalogue/kinds.ts';
import { newestToFund } from '#app/catalogue/search/find-to-fund.server.ts';
import { testedOfKind } from '#app/results/risk-levels.server.ts';
import { cleanerThan, type Cleaner } from './cleaner.ts';
import { isNotFood } from '#app/results/product-category.ts';
import { tilesOf } from '#app/results/report-cards.ts';
import type { TestedReport } from '#app/results/tested-schema.ts';
import { defaultViewpoint } from '#app/results/viewpoint.ts';

/** What a report says of the other products of its kind. */
export interface CleanerFound {
  kind: Pick<Kind, 'key' | 'name'>;
  /**
   * Those that are surely cleaner, three at most, the cleanest first; null where nobody chooses among
   * such things, and where nothing else of the kind was tested.
   */
  cleaner: Cleaner[] | null;
  /** The newest of the kind that can be funded. */
  toFund: { id: number; name: string }[];
}

/** What people have rather than buy: another town's tap water, another mother's milk. */
const notChosen: readonly string[] = ['tap-water', 'sea-water', 'distilled-water', 'breast-milk'];

/**
 * Looks for cleaner products of the kind of a tested product, by its card for a child, and for those
 * that can be funded. Null where it has no kind.
 */
export async function findCleaner(report: TestedReport): Promise<CleanerFound | null> {
  const { product_id: id } = report.risk;
  const kind = kindOf(id);
  if (!kind) return null;
  const others = (await testedOfKind(kind)).filter((row) => row.product_id !== id);
  const isChoice = !isNotFood(report.tags) && !notChosen.includes(kind.key) && others.length > 0;
  const { key, name } = kind;
  return {
    kind: { key, name },
    cleaner: isChoice ? cleanerThan(tilesOf(report, defaultViewpoint), others) : null,
    toFund: await newestToFund(kind.products),
  };
}
