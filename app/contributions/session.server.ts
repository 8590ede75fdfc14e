import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, lt } from 'drizzle-orm';
import { now } from '#app/platform/clock.server.ts';
import { readCookie, setCookie } from '#app/http/cookies.server.ts';
import { db, type Tx } from '#app/database/db.server.ts';
import { site } from '#app/site.ts';
import { lookupSessions } from '#db/schema.ts';

const COOKIE = `${site.slug}_lookup`;
const SESSION_SECONDS = 30 * 60;
/** The calls need it, and the page's own forms; no other site's link or form brings it along. */
const SCOPE = { path: '/', sameSite: 'Strict' } as const;

/** A person who gave the right code, for half an hour. */
interface LookupSession {
  emailNormalised: string;
  expiresAt: Date;
}

/** Opens a session for an address; the header that gives this browser its cookie. */
export async function openLookupSession(tx: Tx, emailNormalised: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await tx.insert(lookupSessions).values({
    tokenHash: hashOf(token),
    emailNormalised,
    createdAt: now(),
    expiresAt: new Date(now().getTime() + SESSION_SECONDS * 1000),
  });
  return setCookie(COOKIE, token, { ...SCOPE, maxAgeSeconds: SESSION_SECONDS });
}

/** Whose session this request carries; undefined without one that still holds. */
export async function sessionOf({ headers }: Request): Promise<LookupSession | undefined> {
  const token = readCookie(headers, COOKIE);
  if (!token) return undefined;
  const [row] = await db()
    .select({
      emailNormalised: lookupSessions.emailNormalised,
      expiresAt: lookupSessions.expiresAt,
    })
    .from(lookupSessions)
    .where(and(eq(lookupSessions.tokenHash, hashOf(token)), gt(lookupSessions.expiresAt, now())));
  return row;
}

/** Ends the session of a request; the header that takes the cookie away. */
export async function endLookupSession({ headers }: Request): Promise<string> {
  const token = readCookie(headers, COOKIE);
  if (token)
    await db()
      .delete(lookupSessions)
      .where(eq(lookupSessions.tokenHash, hashOf(token)));
  return setCookie(COOKIE, '', { ...SCOPE, maxAgeSeconds: 0 });
}

/** Forgets sessions that are over. */
export async function pruneSessions(): Promise<void> {
  await db().delete(lookupSessions).where(lt(lookupSessions.expiresAt, now()));
}

function hashOf(token: string): string {
  return createHash('sha256').update(`lookup:${token}`).digest('hex');
}
