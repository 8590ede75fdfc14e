import { isDeepStrictEqual } from 'node:util';
import { db, type Tx, snapshot } from '#app/database/db.server.ts';
import { testedProducts } from '#db/schema.ts';
import { loadSamples } from '#app/results/load-samples.server.ts';
import { ratingsOf } from '#app/results/ratings.ts';
import { testedRow } from '#app/results/risk-levels.server.ts';
import { families } from '#app/toxicology/families.ts';
import * as store from './store.server.ts';

/** Rows of one statement: each is some thirty parameters of PostgreSQL's 65,535. */
const BATCH = 1_000;

/**
 * Works the stored ratings of every tested product out anew from its samples: a new release may
 * rate by other rules or store more. Waits for no publication where nothing differs; resolves to
 * the number of rows that changed.
 */
export async function rateAnew(): Promise<number> {
  const differing = await snapshot(ratingsThatDiffer);
  if (differing.length === 0) return 0;
  return db().transaction(async (tx) => {
    await store.takePublishingTurn(tx);
    const rows = await ratingsThatDiffer(tx);
    let changed = 0;
    for (let at = 0; at < rows.length; at += BATCH) {
      changed += await store.writeTestedProducts(tx, rows.slice(at, at + BATCH));
    }
    return changed;
  });
}

/** Tested products whose stored ratings do not follow from their samples, with those that do. */
export async function ratingsThatDiffer(tx: Tx): Promise<store.TestedProductRow[]> {
  const rows = await tx.select(testedRow).from(testedProducts);
  const samples = await loadSamples(
    tx,
    rows.map((row) => row.originalId),
  );
  const byProduct = Map.groupBy(samples, (sample) => sample.testedProductId);
  return rows
    .map((row) => {
      const measured = (byProduct.get(row.originalId) ?? []).map((sample) => sample.measurements);
      return { row, ratings: ratingsOf(row.originalId, row.servingSizeG, measured) };
    })
    .filter(({ row, ratings }) =>
      families.some(({ key }) => !isDeepStrictEqual(row.ratings[key], ratings[key])),
    )
    .map(({ row, ratings }) => ({ ...row, ratings }));
}
