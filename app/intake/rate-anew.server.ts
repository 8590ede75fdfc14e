import { isDeepStrictEqual } from 'node:util';
import { and, asc, gt, inArray } from 'drizzle-orm';
import { batchesAfter } from '#app/kit/batches.ts';
import { inTransaction, snapshot, type Tx } from '#app/database/db.server.ts';
import { testedProducts } from '#db/schema.ts';
import { loadSamples } from '#app/results/read/load-samples.server.ts';
import { assessStored } from '#app/results/read/risk-levels.server.ts';
import * as store from './store.server.ts';

/** Products that are worked out together, and stand in memory: some 20 kB each. */
const BATCH = 200;

/**
 * Works what is stored of every tested product out anew from its samples: a new release may rate by other
 * rules, say it otherwise, or store more, and the version before stores nothing of what it publishes. Waits
 * for no publication where nothing differs; resolves to the number of products that changed.
 */
export async function rateAnew(): Promise<number> {
  const isSame = await snapshot(async (tx) => {
    for await (const rows of assessmentsThatDiffer(tx)) if (rows.length > 0) return false;
    return true;
  });
  if (isSame) return 0;
  return inTransaction(async (tx) => {
    await store.takePublishingTurn(tx);
    return rateAnewOf(tx);
  });
}

/** The same of these products, or of all, for whoever has the turn of publications. */
export async function rateAnewOf(tx: Tx, originalIds?: readonly number[]): Promise<number> {
  await store.keepAssessments(tx);
  let changed = 0;
  for await (const rows of assessmentsThatDiffer(tx, originalIds))
    if (rows.length > 0) changed += await store.writeAssessments(tx, rows);
  return changed;
}

/** Tested products of which something else is stored than follows from their samples, with what does; by parts. */
export async function* assessmentsThatDiffer(
  tx: Tx,
  originalIds?: readonly number[],
): AsyncGenerator<(store.AssessedRow & { stored: unknown })[]> {
  const { originalId } = testedProducts;
  const own = originalIds && inArray(originalId, [...originalIds]);
  const read = async (after: number) =>
    tx
      .select()
      .from(testedProducts)
      .where(and(gt(originalId, after), own))
      .orderBy(asc(originalId))
      .limit(BATCH);
  for await (const rows of batchesAfter(read, (row) => row.originalId)) {
    const ids = rows.map((row) => row.originalId);
    const samples = await loadSamples(tx, ids);
    yield rows
      .map((row) => ({
        originalId: row.originalId,
        stored: row.assessments,
        assessments: assessStored(row, samples),
      }))
      .filter(({ stored, assessments }) => !isDeepStrictEqual(stored, assessments));
  }
}
