import { db } from '#app/platform/database/db.server.ts';
import { resultsVersion } from '#app/results/results-part.server.ts';
import { testedRow, type TestedRow } from '#app/results/risk-levels.server.ts';
import { testedProducts } from '#db/schema.ts';

interface Kept {
  version: string;
  rows: Promise<readonly TestedRow[]>;
}

let kept: Kept | undefined;

/**
 * Every tested product as it is stored now, in no order: what a report is set against. They change
 * when results are published and are read for every report, so they are kept until the database
 * says that one of them is another; many who ask at once share one reading. Not to be changed.
 */
export async function allTested(): Promise<readonly TestedRow[]> {
  const version = await resultsVersion();
  if (kept?.version === version) return kept.rows;
  // Read after the version: newer than it at worst, and then the next question finds another one.
  const mine: Kept = { version, rows: db().select(testedRow).from(testedProducts).execute() };
  kept = mine;
  try {
    return await mine.rows;
  } catch (error) {
    if (kept === mine) kept = undefined;
    throw error;
  }
}
