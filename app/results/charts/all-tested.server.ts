import { sql } from 'drizzle-orm';
import { db } from '#app/platform/database/db.server.ts';
import { byteCache } from '#app/platform/http/byte-cache.ts';
import { resultsPart } from '#app/results/results-part.server.ts';
import { testedRow, type ComparedRow } from '#app/results/risk-levels.server.ts';
import { testedProducts } from '#db/schema.ts';

/** Every tested product there may be, and of one version of them. */
const KEPT_BYTES = 8 * 1024 * 1024;
const KEPT_SECONDS = 86_400;
/** What a row holds, about. */
const ROW_BYTES = 2_000;

const kept = byteCache<readonly ComparedRow[]>({
  bytesMax: KEPT_BYTES,
  secondsMax: KEPT_SECONDS,
  bytesOf: (rows) => rows.length * ROW_BYTES,
});

/**
 * Every tested product as it is stored now, in no order: what a report is set against. They change
 * when results are published and are read for every report, so they are kept until the database
 * says that one of them is another; many who ask at once share one reading. Not to be changed.
 */
export async function allTested(): Promise<readonly ComparedRow[]> {
  // Read after the version: newer than it at worst, and then the next question finds another one.
  const version = await resultsPart();
  return kept.once(version, async () => {
    const { originalId, name, tags, searchText, ratings } = testedRow;
    // As one value, which is read in one go: so many rows would take longer.
    const { rows } = await db().execute<{ tested: ComparedRow[] | null }>(
      sql`select json_agg(json_build_object(
            'originalId', ${originalId}, 'name', ${name}, 'tags', ${tags},
            'searchText', ${searchText}, 'ratings', ${ratings})) as tested
          from ${testedProducts}`,
    );
    return rows[0]?.tested ?? [];
  });
}
