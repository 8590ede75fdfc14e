import { db } from './db.server.ts';
import { contentVersions } from '#db/schema.ts';

/**
 * The version of all that is published: another text whenever results, a photo, or a product's name,
 * state, or place on the list changed. The database keeps it (decision 0127), as the number of the last
 * transaction that did; no payment changes it but one that reaches a goal.
 */
export async function contentVersion(): Promise<string> {
  const [row] = await db().select().from(contentVersions);
  return String(row?.version);
}
