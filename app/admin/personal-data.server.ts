import { asc, eq } from 'drizzle-orm';
import { db } from '#app/platform/db.server.ts';
import { adminActions, adminUsers, authSessions, authUsers } from '#db/schema.ts';

/**
 * What is stored under an address because it is an administrator's, for them to see. Erasing leaves
 * it: the list goes by `openassay admins remove`, and what they did stays written down (decision 30).
 */
export async function administrationUnder(email: string) {
  const { createdAt, expiresAt, userAgent } = authSessions;
  const { at, action, subject, before, after } = adminActions;
  return {
    administrator: await db()
      .select({ createdAt: adminUsers.createdAt })
      .from(adminUsers)
      .where(eq(adminUsers.email, email)),
    administrator_sessions: await db()
      .select({ createdAt, expiresAt, userAgent })
      .from(authSessions)
      .innerJoin(authUsers, eq(authUsers.id, authSessions.userId))
      .where(eq(authUsers.email, email)),
    administrator_actions: await db()
      .select({ at, action, subject, before, after })
      .from(adminActions)
      .where(eq(adminActions.actor, email))
      .orderBy(asc(adminActions.id)),
  };
}
