import { eq, sql } from 'drizzle-orm';
import { db, findRow } from './db.server.ts';
import { cursors } from '#db/schema.ts';

/**
 * Until when what was queued may have been sent already: the database was restored, and what came after
 * the moment that it was restored to was read again.
 */
export const RESTORED_CURSOR = 'restored';

/** How far a reader of Stripe's lists has come; undefined before its first time. */
export async function readCursor(name: string): Promise<Date | undefined> {
  return (await findRow(cursors, eq(cursors.name, name)))?.reached;
}

/** Moves a cursor on; never back, however many processes read at once. */
export async function moveCursor(name: string, reached: Date): Promise<void> {
  await db()
    .insert(cursors)
    .values({ name, reached })
    .onConflictDoUpdate({
      target: cursors.name,
      set: {
        reached: sql`greatest(${cursors.reached}, excluded.reached)`,
        updatedAt: sql`now()`,
      },
    });
}
