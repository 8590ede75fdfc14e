import { and, desc, eq, gt, lt } from 'drizzle-orm';
import { answerByAuth } from './ask-auth.server.ts';
import { CODE_SECONDS, SESSION_AT_MOST_SECONDS } from './limits.ts';
import { administer, record } from '#app/admin-log/trail.server.ts';
import { isUuid } from '#app/kit/text.ts';
import { answer, refuse, type Administrator } from '#app/http/call.ts';
import { db, type Tx } from '#app/database/db.server.ts';
import { authSessions, authVerifications } from '#db/schema.ts';

const AT_MOST_MS = SESSION_AT_MOST_SECONDS * 1_000;
/** By so much a session that waits for its code is dated back: whatever asks takes it for one that ended. */
const WAITING_MS = AT_MOST_MS + 86_400_000;

export type SessionView = Awaited<ReturnType<typeof sessionsOf>>[number];

/** An administrator's sessions that are open, the newest first. */
export async function sessionsOf({ id, sessionId }: Administrator, tx: Tx = db()) {
  const { userId, expiresAt, createdAt } = authSessions;
  // All by the machine's clock, as better-auth goes by it.
  const isOpen = [gt(expiresAt, new Date()), gt(createdAt, new Date(Date.now() - AT_MOST_MS))];
  const own = and(eq(userId, id), ...isOpen);
  const rows = await tx.select().from(authSessions).where(own).orderBy(desc(createdAt));
  return rows.map((row) => {
    const endsAt = Math.min(row.expiresAt.getTime(), row.createdAt.getTime() + AT_MOST_MS);
    return {
      id: row.id,
      userAgent: row.userAgent ?? '',
      createdAt: row.createdAt.toISOString(),
      lastUsedAt: row.updatedAt.toISOString(),
      expiresAt: new Date(endsAt).toISOString(),
      isThisOne: row.id === sessionId,
    };
  });
}

/** Whether a session began so long ago that it has ended, however it was used. */
export function isTooOld(createdAt: Date): boolean {
  return createdAt.getTime() + AT_MOST_MS < Date.now();
}

/** Whether a session of a used link still waits for the code of the second factor. */
export function owesCode(
  { twoFactorEnabled }: { twoFactorEnabled?: boolean | null | undefined },
  session: { createdAt: Date; factorGivenAt?: Date | null | undefined },
): boolean {
  const isInTime = session.createdAt.getTime() + WAITING_MS + CODE_SECONDS * 1_000 > Date.now();
  return twoFactorEnabled === true && !session.factorGivenAt && isInTime;
}

/** Has the session of a used link wait for its code: until then it opens nothing. */
export async function awaitCode(tx: Tx, sessionId: string): Promise<void> {
  const createdAt = new Date(Date.now() - WAITING_MS);
  await tx.update(authSessions).set({ createdAt }).where(eq(authSessions.id, sessionId));
}

const SIGNING_OUT = {
  local: 'sign-out',
  others: 'end-other-sessions',
  global: 'end-all-sessions',
} as const;

/** Signs out here, everywhere else, or everywhere; the cookie goes with this browser's own session. */
export function signOut(raw: Request, by: Administrator, scope: keyof typeof SIGNING_OUT) {
  return answerByAuth(raw, async ({ api, as, ask }, tx) => {
    const before = { sessions: (await sessionsOf(by, tx)).length };
    if (scope !== 'local') await ask(api.revokeOtherSessions(as));
    if (scope !== 'others') await ask(api.signOut(as));
    const after = { sessions: (await sessionsOf(by, tx)).length };
    const subject = `session ${by.sessionId}`;
    await record(tx, by, { action: SIGNING_OUT[scope], subject, before, after });
    return answer(200, { status: true });
  });
}

/** Ends one session of one's own, in another browser or here. */
export function endAdminSession(by: Administrator, sessionId: string) {
  return administer(by, async (tx, note) => {
    const own = and(eq(authSessions.id, sessionId), eq(authSessions.userId, by.id));
    const [ended] = isUuid(sessionId) ? await tx.delete(authSessions).where(own).returning() : [];
    if (!ended) return refuse(404, 'There is no such session. It may have ended.');
    const before = { userAgent: ended.userAgent };
    await note({ action: 'end-session', subject: `session ${ended.id}`, before });
    return answer(200, { status: true });
  });
}

/** Forgets sessions and mailed links that ended more than a day ago. */
export async function pruneSignIns(): Promise<void> {
  const dayAgo = new Date(Date.now() - 86_400_000);
  await db().delete(authSessions).where(lt(authSessions.expiresAt, dayAgo));
  await db().delete(authVerifications).where(lt(authVerifications.expiresAt, dayAgo));
}
