import { lt } from 'drizzle-orm';
import { db } from '#app/database/db.server.ts';
import { authSessions, authVerifications } from '#db/schema.ts';

/** Forgets sessions, mailed links and waiting sign-ins that ended more than a day ago. */
export async function pruneSignIns(): Promise<void> {
  // By the machine's clock, as better-auth goes by it.
  const dayAgo = new Date(Date.now() - 86_400_000);
  await db().delete(authSessions).where(lt(authSessions.expiresAt, dayAgo));
  await db().delete(authVerifications).where(lt(authVerifications.expiresAt, dayAgo));
}
