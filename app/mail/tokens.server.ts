import { createHash, randomBytes } from 'node:crypto';
import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { RETENTION } from '#app/kit/retention.ts';
import { now } from '#app/platform/clock.server.ts';
import { db, type Tx } from '#app/database/db.server.ts';
import { tokens } from '#db/schema.ts';

/*
 * Whatever shows that somebody reads a mailbox (decision 0194): codes, mailed links, and the cookies that
 * stand for either. Each is kept as a hash, and about a subject: a normalised email, or a contribution's id.
 */

export type Token = typeof tokens.$inferSelect;
type Purpose = keyof typeof LIFETIME_MS;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** For how long a browser that gave a code may look. */
export const LOOKUP_SECONDS = 30 * 60;
/** A token of older emails ends mails by one click for so long (RFC 8058). */
export const ONE_CLICK_DAYS = 730;

/** For how long a token of each purpose works. */
const LIFETIME_MS = {
  /** Mailed, for the browser that asked: opens what was given under an email. */
  code: 30 * MINUTE_MS,
  /** The cookie of a browser that gave such a code. */
  lookup: LOOKUP_SECONDS * 1_000,
  /** Mailed: opens monthly donations, as often as one likes, since a page may be reloaded. */
  'manage-link': 10 * MINUTE_MS,
  /** Mailed: opens what may become of a contribution, and is used once. */
  'move-link': RETENTION.moveLinksDays * DAY_MS,
  /** Stood in the links of a mailbox's older emails: opens less and less (decision 0043). */
  mailbox: ONE_CLICK_DAYS * DAY_MS,
  /** The visitor's cookie of a browser that has shown to read a mailbox; opens nothing. */
  browser: RETENTION.ownBrowserDays * DAY_MS,
};

/** Makes a token that nobody can guess. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Stores a token about a subject: a new one, or one that exists already. */
export async function createToken(
  purpose: Purpose,
  subject: string,
  { token = newToken(), tx = db() }: { token?: string; tx?: Tx } = {},
): Promise<string> {
  await storeToken({ purpose, subject, hash: hashOf(purpose, token) }, tx);
  return token;
}

/** Stores a token by its hash; one that is stored already works from now on anew. */
export async function storeToken(
  token: Pick<Token, 'subject' | 'hash'> &
    Partial<Pick<Token, 'salt' | 'browserHash'>> & { purpose: Purpose },
  tx: Tx = db(),
): Promise<void> {
  const createdAt = now();
  const expiresAt = new Date(createdAt.getTime() + LIFETIME_MS[token.purpose]);
  await tx
    .insert(tokens)
    .values({ ...token, createdAt, expiresAt })
    .onConflictDoUpdate({
      target: [tokens.purpose, tokens.hash, tokens.subject],
      set: { createdAt, expiresAt },
    });
}

/** A token as it is stored, used or not; undefined where it is unknown or has expired. */
export async function findToken(purpose: Purpose, token: string, tx: Tx = db()) {
  const own = and(eq(tokens.purpose, purpose), eq(tokens.hash, hashOf(purpose, token)));
  const [row] = await tx.select().from(tokens).where(and(own, isValid()));
  return row;
}

/**
 * Notes that this browser has shown to read a mailbox: it gave a code that went there, or opened a link
 * of an email. What the browser asks for is counted apart from what others ask for, and comes also after
 * a stop of everything; a follow of its undoes a stop of that product’s emails.
 */
export async function noteProven(emailNormalised: string, browserHash: string, tx: Tx = db()) {
  await storeToken({ purpose: 'browser', subject: emailNormalised, hash: browserHash }, tx);
}

/** Whether a browser, or without its hash any, has shown to read a mailbox. */
export async function hasProven(emailNormalised: string, browserHash?: string): Promise<boolean> {
  const own = and(eq(tokens.purpose, 'browser'), eq(tokens.subject, emailNormalised));
  const its = browserHash === undefined ? undefined : eq(tokens.hash, browserHash);
  return (await db().$count(tokens, and(own, its, isValid()))) > 0;
}

/**
 * Uses up all tokens about a subject, or the one of a hash, in the transaction of what they open; whether
 * there was one that had not been used.
 */
export async function useTokens(
  tx: Tx,
  { purpose, subject, hash }: { purpose: Purpose; subject: string; hash?: string },
): Promise<boolean> {
  const own = and(eq(tokens.purpose, purpose), eq(tokens.subject, subject));
  const its = hash === undefined ? undefined : eq(tokens.hash, hash);
  const used = await tx
    .update(tokens)
    .set({ usedAt: now() })
    .where(and(own, its, isNull(tokens.usedAt)))
    .returning({ hash: tokens.hash });
  return used.length > 0;
}

/**
 * Counts a guess at the newest code that was mailed for a browser; undefined where there is none that may
 * be guessed at: it was used, has expired, or was guessed at `most` times.
 */
export async function takeGuess(
  { subject, browserHash }: { subject: string; browserHash: string },
  most: number,
): Promise<Token | undefined> {
  const own = and(eq(tokens.purpose, 'code'), eq(tokens.subject, subject));
  const newest = db()
    .select({ hash: tokens.hash })
    .from(tokens)
    .where(and(own, eq(tokens.browserHash, browserHash)))
    .orderBy(desc(tokens.createdAt))
    .limit(1);
  const mayGuess = and(lt(tokens.attempts, most), isValid(), isNull(tokens.usedAt));
  const [row] = await db()
    .update(tokens)
    .set({ attempts: sql`${tokens.attempts} + 1` })
    .where(and(own, eq(tokens.hash, newest), mayGuess))
    .returning();
  return row;
}

/** Ends a token. */
export async function forgetToken(purpose: Purpose, token: string): Promise<void> {
  const own = and(eq(tokens.purpose, purpose), eq(tokens.hash, hashOf(purpose, token)));
  await db().delete(tokens).where(own);
}

/** Forgets all that have expired. */
export async function pruneTokens(): Promise<void> {
  await db().delete(tokens).where(lt(tokens.expiresAt, now()));
}

function isValid() {
  return gt(tokens.expiresAt, now());
}

function hashOf(purpose: Purpose, token: string): string {
  return createHash('sha256').update(`${purpose}:${token}`).digest('hex');
}
