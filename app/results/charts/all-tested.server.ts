import { cached } from '#app/cache/cache.server.ts';
import { contentVersion } from '#app/database/content-version.server.ts';
import { db } from '#app/database/db.server.ts';
import { testedRow, type ComparedRow } from '#app/results/risk-levels.server.ts';
import { testedProducts } from '#db/schema.ts';

/**
 * Every tested product as it is stored now, in no order: what a report is set against. Read once for a
 * version of what is published. Not to be changed.
 */
export async function allTested(): Promise<readonly ComparedRow[]> {
  // Read after the version: newer than it at worst, and then the next question finds another one.
  return cached(`all tested ${await contentVersion()}`, 3_600, async () => {
    const { originalId, name, tags, searchText, ratings } = testedRow;
    return db().select({ originalId, name, tags, searchText, ratings }).from(testedProducts);
  });
}
