import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import { batchesAfter } from '#app/kit/batches.ts';
import type { Tx } from '#app/database/db.server.ts';
import {
  loadAllSamples,
  loadSamples,
  NOTHING_MEASURED,
  type StoredSample,
} from '#app/results/read/load-samples.server.ts';
import { selectTested, type TestedRow } from '#app/results/read/risk-levels.server.ts';
import type { PanelKey } from '#app/toxicology/panels/panels.ts';
import { testedProducts } from '#db/schema.ts';

/** A tested product with its samples, in the order of their ids as text. */
export interface Tested {
  product: TestedRow;
  samples: StoredSample[];
}

/** With twenty measurements in each of five samples, some thousand rows. */
const PRODUCTS = 20;

/** Every tested product by its number, or these, so that few of them stand in memory. */
export function productBatches(
  tx: Tx,
  only?: readonly number[],
  panel: PanelKey = 'plastics',
): AsyncGenerator<TestedRow[]> {
  const { originalId } = testedProducts;
  const read = async (after: number) => {
    const some = tx
      .select({ originalId })
      .from(testedProducts)
      .where(
        and(
          eq(testedProducts.panel, panel),
          gt(originalId, after),
          only && inArray(originalId, [0, ...only]),
        ),
      )
      .orderBy(asc(originalId))
      .limit(PRODUCTS);
    return selectTested(tx, inArray(originalId, some), panel);
  };
  return batchesAfter(read, (row) => row.originalId);
}

/** The same with their samples. */
export async function* testedBatches(
  tx: Tx,
  only?: readonly number[],
  load = loadSamples,
  panel?: PanelKey,
): AsyncGenerator<Tested[]> {
  for await (const rows of productBatches(tx, only, panel)) {
    const ids = rows.map((row) => row.originalId);
    const samples = await load(tx, ids);
    yield rows.map((product) => ({
      product,
      samples: samples
        .filter(({ testedProductId }) => testedProductId === product.originalId)
        .toSorted((a, b) => (a.sampleId < b.sampleId ? -1 : 1)),
    }));
  }
}

/** The same as `loadAllSamples` without what was measured in them. */
export function loadBareSamples(tx: Tx, originalIds: readonly number[]): Promise<StoredSample[]> {
  return loadAllSamples(tx, originalIds, NOTHING_MEASURED);
}
