import { asc, eq } from 'drizzle-orm';
import { db } from '#app/database/db.server.ts';
import { logLeaves } from '#db/schema.ts';
import { logKey } from './keys.server.ts';

/** The key that signs, and those before it: what a reader's old checkpoints were signed by. */
export async function logKeys(): Promise<string[]> {
  const rows = await db()
    .select({ leaf: logLeaves.leaf })
    .from(logLeaves)
    .where(eq(logLeaves.form, 'key'))
    .orderBy(asc(logLeaves.tree), asc(logLeaves.index));
  const rotated = rows.flatMap(({ leaf }) => {
    const { old, new: later } = JSON.parse(leaf) as { old: string; new: string };
    return [old, later];
  });
  const own = logKey()?.vkey;
  return [...new Set([...(own ? [own] : []), ...rotated.toReversed()])];
}
