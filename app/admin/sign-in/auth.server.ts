import { randomUUID } from 'node:crypto';
import { betterAuth } from 'better-auth/minimal';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { jwt } from 'better-auth/plugins/jwt';
import { magicLink } from 'better-auth/plugins/magic-link';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { eq } from 'drizzle-orm';
import { isListed } from './administrators.server.ts';
import * as limits from './limits.ts';
import { hashedCodes } from './recovery-codes.server.ts';
import { siteUrl } from '#app/config.ts';
import type { Tx } from '#app/database/db.server.ts';
import { cookieName } from '#app/http/cookies.server.ts';
import { authSecret } from '#app/platform/auth-secret.server.ts';
import { log } from '#app/platform/log.server.ts';
import { site } from '#app/site.ts';
import * as schema from '#db/schema.ts';

/** A link that is being made: the row that keeps its hash, and its token once there is one. */
export interface MadeLink {
  rowId: string;
  token?: string;
}

/**
 * Better-auth within a transaction, with links by mail, a second factor and signing keys: what it
 * writes is stored with what the trail says of it, or not at all. Whom it makes a user of, and whom it
 * gives a session, is looked up in the list of administrators at that moment. Takes under a millisecond.
 */
export function authIn(tx: Tx, link?: MadeLink) {
  return betterAuth({
    appName: site.name,
    baseURL: siteUrl(),
    secret: authSecret(),
    database: drizzleAdapter(tx, {
      provider: 'pg',
      schema: {
        user: schema.authUsers,
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
      session: { create: { before: ({ userId }) => isListed(tx, addressOf(tx, userId)) } },
      verification: { create: { before: async () => ({ data: link ? { id: link.rowId } : {} }) } },
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
        storeToken: 'hashed',
        sendMagicLink: ({ token }) => {
          if (link) link.token = token;
        },
      }),
      twoFactor({
        issuer: site.name,
        allowPasswordless: true,
        backupCodeOptions: { amount: limits.RECOVERY_CODES, storeBackupCodes: hashedCodes },
      }),
      jwt({ jwks: { jwksPath: '/.well-known/jwks.json' }, disableSettingJwtHeader: true }),
    ],
  });
}

function addressOf(tx: Tx, userId: string) {
  const { authUsers } = schema;
  return tx.select({ email: authUsers.email }).from(authUsers).where(eq(authUsers.id, userId));
}
