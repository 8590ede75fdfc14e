import { and, eq, lte } from 'drizzle-orm';
import { db, type Tx } from '#app/database/db.server.ts';
import { contributionsVerification, lookupSessions } from '#db/schema.ts';

/** When codes were mailed to an address, and when they were used. */
export async function lookupsUnder(emailNormalised: string) {
  const { createdAt, expiresAt, attempts, usedAt } = contributionsVerification;
  return {
    codes: await db()
      .select({ createdAt, expiresAt, attempts, usedAt })
      .from(contributionsVerification)
      .where(eq(contributionsVerification.emailNormalised, emailNormalised)),
    sessions: await db()
      .select({ createdAt: lookupSessions.createdAt, expiresAt: lookupSessions.expiresAt })
      .from(lookupSessions)
      .where(eq(lookupSessions.emailNormalised, emailNormalised)),
  };
}

/** Forgets codes, and signs every browser out, up to a moment. */
export async function eraseLookups(tx: Tx, emailNormalised: string, until?: Date): Promise<void> {
  for (const table of [contributionsVerification, lookupSessions]) {
    const theirs = eq(table.emailNormalised, emailNormalised);
    await tx.delete(table).where(and(theirs, until && lte(table.createdAt, until)));
  }
}
