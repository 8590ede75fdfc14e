import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { isListed } from './administrators.server.ts';
import { authDatabase } from './auth-database.server.ts';
import { authSecret } from '#app/platform/auth-secret.server.ts';
import * as limits from './limits.ts';
import { hashedCodes } from './recovery-codes.server.ts';
import { config, siteUrl } from '#app/config.ts';
import { cookieName } from '#app/http/cookies.server.ts';
import { log } from '#app/platform/log.server.ts';
import { site } from '#app/site.ts';
import * as schema from '#db/schema.ts';

/** Where better-auth believes itself to be; `askAuth` is its only caller. */
export const AUTH_PATH = '/api/auth';

/** Holds the token of a link that is being made, which better-auth hands to a function of ours. */
export const linkBeingMade = new AsyncLocalStorage<{ token?: string }>();

type Auth = Awaited<ReturnType<typeof create>>;
let made: { for: string; auth: Promise<Auth> } | undefined;

/** better-auth as this site uses it; loaded when somebody first signs in, so that a start is quick. */
export function auth(): Promise<Auth> {
  const key = `${siteUrl()} ${authSecret()}`;
  if (made?.for !== key) made = { for: key, auth: create() };
  return made.auth;
}

/**
 * Better-auth with links by mail, a second factor and signing keys. Whom it makes a user of, and whom
 * it gives a session, is looked up in the list of administrators at that moment.
 */
async function create() {
  const { betterAuth } = await import('better-auth/minimal');
  const { drizzleAdapter } = await import('better-auth/adapters/drizzle');
  const { magicLink } = await import('better-auth/plugins/magic-link');
  const { jwt } = await import('better-auth/plugins/jwt');
  return betterAuth({
    appName: site.name,
    baseURL: siteUrl(),
    basePath: AUTH_PATH,
    secret: authSecret(),
    trustedOrigins: ownOrigins(),
    database: drizzleAdapter(authDatabase, {
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
    },
    databaseHooks: {
      user: { create: { before: async ({ email }) => falseUnless(isListed(authDatabase, email)) } },
      session: { create: { before: async ({ userId }) => falseUnless(isListedUser(userId)) } },
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
        sendMagicLink: async ({ token }) => {
          const box = linkBeingMade.getStore();
          if (!box) throw new Error('A link is made for a letter, and nowhere else.');
          box.token = token;
        },
      }),
      await secondFactor(),
      jwt({
        jwks: { jwksPath: '/.well-known/jwks.json' },
        disableSettingJwtHeader: true,
      }),
    ],
  });
}

/**
 * Better-auth asks for the second factor after sign-ins by password only. Its own hook is put where
 * the mailed links are used: the session that a link made is taken back until a code is given.
 */
async function secondFactor() {
  const { twoFactor } = await import('better-auth/plugins/two-factor');
  const plugin = twoFactor({
    issuer: site.name,
    allowPasswordless: true,
    twoFactorCookieMaxAge: limits.CODE_SECONDS,
    backupCodeOptions: { amount: limits.RECOVERY_CODES, storeBackupCodes: hashedCodes },
  });
  const [askForCode] = plugin.hooks.after;
  if (!askForCode || plugin.hooks.after.length !== 1) throw new Error('The hook is another one.');
  const matcher = ({ path }: { path?: string }) => path === '/magic-link/verify';
  return { ...plugin, hooks: { after: [{ ...askForCode, matcher }] } };
}

/** Who has been taken off the list is not there at all any more. */
async function isListedUser(userId: string): Promise<boolean> {
  const own = eq(schema.authUsers.id, userId);
  const [user] = await authDatabase.select().from(schema.authUsers).where(own);
  return user !== undefined && isListed(authDatabase, user.email);
}

/** Better-auth makes nothing where such a hook answers `false`. */
async function falseUnless(mayBe: Promise<boolean>): Promise<false | undefined> {
  return (await mayBe) ? undefined : false;
}

/** The site's own address; without SITE_URL both names of this machine. */
function ownOrigins(): string[] {
  const { SITE_URL, PORT } = config();
  if (SITE_URL) return [new URL(SITE_URL).origin];
  return ['localhost', '127.0.0.1', '[::1]'].map((host) => `http://${host}:${PORT}`);
}
