import { eq, sql } from 'drizzle-orm';
import type { Tx } from '#app/database/db.server.ts';
import { logLeaves } from '#db/schema.ts';

/** An act and its entry are written in one transaction, each with a time of its own. */
const MOST_APART_MS = 60_000;

/**
 * What tells whether something was done when an entry of a tree was sealed, whose time is in milliseconds
 * since 1970. Where the clock had gone back, the entry is a millisecond after the one before it, and what
 * it is of can be any time earlier (decision 0187).
 */
export async function sealedTimes(tx: Tx, tree: number) {
  const rows = await tx
    .selectDistinct({ at: sql<string>`${logLeaves.leaf}::jsonb ->> 'at'` })
    .from(logLeaves)
    .where(eq(logLeaves.tree, tree));
  const all = new Set(rows.map(({ at }) => Date.parse(at)));
  return (doneAt: Date, sealedMs: number) => {
    const apartMs = sealedMs - doneAt.getTime();
    return Math.abs(apartMs) <= MOST_APART_MS || (apartMs > 0 && all.has(sealedMs - 1));
  };
}
