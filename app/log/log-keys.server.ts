import { asc, eq } from 'drizzle-orm';
import { db } from '#app/database/db.server.ts';
import { logLeaves } from '#db/schema.ts';
import { logKey } from './keys.server.ts';
import { readLeaf } from './read-leaf.ts';

/** The key that signs, and those before it: what a reader's old checkpoints were signed by. */
export async function logKeys(): Promise<string[]> {
  const rows = await db()
    .select()
    .from(logLeaves)
    .where(eq(logLeaves.form, 'key'))
    .orderBy(asc(logLeaves.tree), asc(logLeaves.index));
  const rotated = rows.flatMap((row) => {
    const leaf = readLeaf(row);
    return leaf?.form === 'key' ? [leaf.body.old, leaf.body.new] : [];
  });
  const own = logKey()?.vkey;
  return [...new Set([...(own ? [own] : []), ...rotated.toReversed()])];
}
