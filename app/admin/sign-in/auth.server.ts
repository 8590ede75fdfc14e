import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { isAPIError } from 'better-auth/api';
import { betterAuth } from 'better-auth/minimal';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { jwt } from 'better-auth/plugins/jwt';
import { magicLink } from 'better-auth/plugins/magic-link';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { eq } from 'drizzle-orm';
import { isListed } from './administrators.server.ts';
import * as limits from './limits.ts';
import { siteUrl } from '#app/config.ts';
import type { Tx } from '#app/database/db.server.ts';
import { cookieName } from '#app/http/cookies.server.ts';
import { timesUsed } from '#app/http/limits/rate-limit.server.ts';
import { authSecret } from '#app/platform/auth-secret.server.ts';
import { present } from '#app/kit/assert.ts';
import { log } from '#app/platform/log.server.ts';
import { site } from '#app/site.ts';
import * as schema from '#db/schema.ts';

/**
 * Better-auth within a transaction, with links by mail, a second factor and signing keys: what it
 * writes is stored with what the trail says of it, or not at all. Whom it makes a user of, and whom it
 * gives a session, is looked up in the list of administrators at that moment. Takes under a millisecond.
 * A link that is made has the given token, and the hash of that is kept in the given row.
 */
export function authIn(tx: Tx, link?: { rowId: string; token: string }) {
  const { authUsers } = schema;
  const addressOf = (userId: string) =>
    tx.select({ email: authUsers.email }).from(authUsers).where(eq(authUsers.id, userId));
  const made = () => present(link, 'the link that is being made');
  return betterAuth({
    appName: site.name,
    baseURL: siteUrl(),
    secret: authSecret(),
    database: drizzleAdapter(tx, {
      provider: 'pg',
      schema: {
        user: authUsers,
        session: schema.authSessions,
        account: schema.authAccounts,
        verification: schema.authVerifications,
        twoFactor: schema.authTwoFactors,
        jwks: schema.authKeys,
      },
    }),
    session: {
      expiresIn: limits.SESSION_SECONDS,
      updateAge: limits.REFRESH_AFTER_SECONDS,
      freshAge: 0,
      cookieCache: { enabled: false }, // a cookie that speaks for itself would outlive the list
      additionalFields: { factorGivenAt: { type: 'date', required: false, input: false } },
    },
    databaseHooks: {
      // Nothing is made where one of them answers `false`.
      user: { create: { before: ({ email }) => isListed(tx, email) } },
      session: { create: { before: ({ userId }) => isListed(tx, addressOf(userId)) } },
      verification: { create: { before: async () => ({ data: { id: made().rowId } }) } },
    },
    rateLimit: { enabled: false }, // ours count in the database, before a transaction begins
    telemetry: { enabled: false },
    advanced: {
      // With the prefix of `cookieName`; better-auth's own would be `__Secure-`.
      cookiePrefix: cookieName(site.slug),
      useSecureCookies: false,
      defaultCookieAttributes: { secure: siteUrl().startsWith('https:') },
      database: { generateId: () => randomUUID() },
      ipAddress: { disableIpTracking: true },
    },
    logger: { log: (level, message) => log[level === 'error' ? 'warn' : level]({ auth: message }) },
    plugins: [
      magicLink({
        expiresIn: limits.LINK_SECONDS,
        generateToken: () => made().token,
        storeToken: 'hashed',
        sendMagicLink: () => {}, // whoever asks for a link has its token
      }),
      twoFactor({
        issuer: site.name,
        allowPasswordless: true,
        backupCodeOptions: { amount: 10, storeBackupCodes: hashedCodes },
      }),
      jwt({ jwks: { jwksPath: '/.well-known/jwks.json' }, disableSettingJwtHeader: true }),
    ],
  });
}

/**
 * How better-auth stores its list of recovery codes, JSON both ways: it never reads one again. Those
 * that are left after one was used come back as they were kept; a code itself has no colon.
 */
const hashedCodes = {
  async encrypt(json: string): Promise<string> {
    const codes = JSON.parse(json) as string[];
    return JSON.stringify(codes.map((one) => (one.includes(':') ? one : recoveryCodeHash(one))));
  },
  decrypt: async (stored: string): Promise<string> => stored,
};

/** What is kept of a recovery code, and asked for in its place: an HMAC under AUTH_SECRET. */
function recoveryCodeHash(code: string): string {
  const hmac = createHmac('sha256', authSecret()).update(`recovery-code:${code.trim()}`);
  return `hmac:${hmac.digest('base64url')}`;
}

/** Better-auth within a transaction, on behalf of whoever sent a request. */
export function authFor(raw: Request, tx: Tx) {
  const { api } = authIn(tx);
  // It takes any white space off a cookie's name: what is no ASCII must not become another's.
  const cookie = (raw.headers.get('cookie') ?? '').replaceAll(/[^\x20-\x7e]/g, '?');
  const headers = new Headers({ cookie, 'user-agent': raw.headers.get('user-agent') ?? '' });
  const as = { headers, returnHeaders: true } as const;
  /** What the browser is to be given; the last cookie of a name counts. */
  const setCookies = new Map<string, string>();

  /** What one of its functions answers; undefined where it refuses. */
  async function ask<R>(called: Promise<{ headers: Headers; response: R }>) {
    try {
      const { headers: given, response } = await called;
      for (const one of given.getSetCookie()) setCookies.set(one.split('=')[0]!, one);
      return response;
    } catch (error) {
      if (isAPIError(error) && error.statusCode < 500) return undefined;
      throw error;
    }
  }

  /** Makes a link, in a row of that id, and answers its token. */
  async function makeLink(email: string, rowId: string = randomUUID()): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const { api: maker } = authIn(tx, { rowId, token });
    await maker.signInMagicLink({ body: { email }, headers: new Headers() });
    return token;
  }

  /**
   * Looks at a code of the app or a recovery code, as people type it: digits alone are the app's. One
   * of the app is good once: whoever looked over a shoulder, or stands in between, cannot use it again
   * in the half minute that it lives (RFC 6238, 5.2).
   */
  async function takesCode(
    userId: string,
    kind: 'app' | 'recovery code',
    typed: string,
  ): Promise<boolean> {
    if (kind === 'recovery code') {
      const body = { code: recoveryCodeHash(typed) };
      return (await ask(api.verifyBackupCode({ ...as, body }))) !== undefined;
    }
    const code = typed.replaceAll(/\s/g, '');
    if (!(await ask(api.verifyTOTP({ ...as, body: { code } })))) return false;
    const key = createHash('sha256').update(`code:${userId}:${code}`).digest('hex');
    return (await timesUsed('second-factor:code', key, tx)) === 1;
  }

  return { api, as, ask, makeLink, takesCode, setCookies };
}
