import { asc, eq } from 'drizzle-orm';
import { db } from '#app/database/db.server.ts';
import { adminActions, adminNotices, adminUsers, authSessions, authUsers } from '#db/schema.ts';

/**
 * What is stored under an address because it is an administrator's, for them to see. Erasing leaves
 * it: the list goes by `openassay admins remove`, and what they did stays written down (decision 28).
 * Of what they did no more than when and what: whoever has their mailbox alone, without the second
 * factor, must not read the trail by this way.
 */
export async function administrationUnder(email: string) {
  const { createdAt, expiresAt, userAgent } = authSessions;
  const { at, action } = adminActions;
  return {
    administrator: await db()
      .select({ createdAt: adminUsers.createdAt, notices: adminUsers.notices })
      .from(adminUsers)
      .where(eq(adminUsers.email, email)),
    administrator_sessions: await db()
      .select({ createdAt, expiresAt, userAgent })
      .from(authSessions)
      .innerJoin(authUsers, eq(authUsers.id, authSessions.userId))
      .where(eq(authUsers.email, email)),
    administrator_notices: await db()
      .select({ kind: adminNotices.kind, happenedAt: adminNotices.happenedAt })
      .from(adminNotices)
      .where(eq(adminNotices.email, email))
      .orderBy(asc(adminNotices.id)),
    administrator_actions: await db()
      .select({ at, action })
      .from(adminActions)
      .where(eq(adminActions.actor, email))
      .orderBy(asc(adminActions.id)),
  };
}
