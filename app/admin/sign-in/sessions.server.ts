import { and, desc, eq, gt, ne, lt } from 'drizzle-orm';
import { answerByAuth } from './ask-auth.server.ts';
import type { SessionView } from './session-schema.ts';
import { SESSION_AT_MOST_SECONDS } from './limits.ts';
import { record } from '#app/trail/trail.server.ts';
import { present } from '#app/kit/assert.ts';
import { isUuid } from '#app/kit/text.ts';
import { answer, refuse, type Administrator } from '#app/http/call.ts';
import { db, type Tx } from '#app/database/db.server.ts';
import { authSessions, authVerifications } from '#db/schema.ts';

/** Signing out here, everywhere else, or everywhere. */
type Scope = 'local' | 'others' | 'global';

/** An administrator's sessions that have not ended, the newest first. */
export async function sessionsOf({ id, sessionId }: Administrator): Promise<SessionView[]> {
  const rows = await db()
    .select()
    .from(authSessions)
    .where(and(eq(authSessions.userId, id), gt(authSessions.expiresAt, new Date())))
    .orderBy(desc(authSessions.createdAt));
  const open = rows.filter((row) => !isTooOld(row.createdAt));
  return open.map((row) => ({
    id: row.id,
    userAgent: row.userAgent ?? '',
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.updatedAt.toISOString(),
    expiresAt: earlier(row.expiresAt, endOf(row.createdAt)).toISOString(),
    isThisOne: row.id === sessionId,
  }));
}

/** Whether a session began so long ago that it has ended, however it was used. */
export function isTooOld(createdAt: Date | string): boolean {
  return endOf(new Date(createdAt)).getTime() < Date.now();
}

function endOf(createdAt: Date): Date {
  return new Date(createdAt.getTime() + SESSION_AT_MOST_SECONDS * 1_000);
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other;
}

/** Ends sessions; the cookie goes with this browser's own. */
export function signOut(raw: Request, by: Administrator, scope: Scope) {
  return answerByAuth(raw, async (ask, tx) => {
    const before = { sessions: await countSessions(tx, by) };
    if (scope === 'others') await ask('/revoke-other-sessions', {});
    if (scope === 'global') await ask('/revoke-sessions', {});
    if (scope !== 'others') await ask('/sign-out', {});
    const after = { sessions: await countSessions(tx, by) };
    await record(tx, by, { action: ACTION_OF[scope], subject: subjectOf(by), before, after });
    return answer(200, { status: true });
  });
}

/** Ends one session of one's own, in another browser or here. */
export function endAdminSession(raw: Request, by: Administrator, sessionId: string) {
  return answerByAuth(raw, async (ask, tx) => {
    const own = and(eq(authSessions.id, sessionId), eq(authSessions.userId, by.id));
    const [session] = isUuid(sessionId) ? await tx.select().from(authSessions).where(own) : [];
    if (!session) return refuse(404, 'There is no such session. It may have ended.');
    await ask('/revoke-session', { token: session.token });
    await record(tx, by, {
      action: 'end-session',
      subject: `session ${session.id}`,
      before: { userAgent: session.userAgent },
      after: null,
    });
    return answer(200, { status: true });
  });
}

/** Ends all of somebody's sessions but the newest: those were begun under weaker rules. */
export async function endOlderSessions(tx: Tx, userId: string): Promise<void> {
  const [newest] = await tx
    .select({ id: authSessions.id })
    .from(authSessions)
    .where(eq(authSessions.userId, userId))
    .orderBy(desc(authSessions.createdAt))
    .limit(1);
  const { id } = present(newest, 'the session that is signed in');
  await tx
    .delete(authSessions)
    .where(and(eq(authSessions.userId, userId), ne(authSessions.id, id)));
}

const ACTION_OF = {
  local: 'sign-out',
  others: 'end-other-sessions',
  global: 'end-all-sessions',
} as const;

function subjectOf({ sessionId }: Administrator): string {
  return `session ${sessionId}`;
}

function countSessions(tx: Tx, { id }: Administrator): Promise<number> {
  return tx.$count(authSessions, eq(authSessions.userId, id));
}

/** Forgets sessions, mailed links and waiting sign-ins that ended more than a day ago. */
export async function pruneSignIns(): Promise<void> {
  // By the machine's clock, as better-auth goes by it.
  const dayAgo = new Date(Date.now() - 86_400_000);
  await db().delete(authSessions).where(lt(authSessions.expiresAt, dayAgo));
  await db().delete(authVerifications).where(lt(authVerifications.expiresAt, dayAgo));
}
