import { eq } from 'drizzle-orm';
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

/** Forgets codes, and signs every browser out. */
export async function eraseLookups(tx: Tx, emailNormalised: string): Promise<void> {
  const { emailNormalised: email } = contributionsVerification;
  await tx.delete(contributionsVerification).where(eq(email, emailNormalised));
  await tx.delete(lookupSessions).where(eq(lookupSessions.emailNormalised, emailNormalised));
}
