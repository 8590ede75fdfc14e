import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, moment } from './columns.ts';

/** The list of administrators, by normalised address. */
export const adminUsers = pgTable('admin_users', {
  email: text('email').primaryKey(),
  /** When they are told of what by email, where it is not as usual: `{ submission: 'never' }`. */
  notices: jsonb('notices').notNull().default({}),
  createdAt: createdAt(),
});

/**
 * What better-auth keeps of an administrator, in the columns that it asks for. Whoever is taken off
 * the list goes from here with all sessions and second factors, by the database itself.
 */
export const authUsers = pgTable('auth_users', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email')
    .notNull()
    .unique()
    .references(() => adminUsers.email, { onDelete: 'cascade' }),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text('image'),
  twoFactorEnabled: boolean('two_factor_enabled').default(false),
  createdAt: createdAt(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});

/** Who is signed in where. The cookie holds the token with a signature that is not kept here. */
export const authSessions = pgTable(
  'auth_sessions',
  {
    id: uuid('id').primaryKey(),
    token: text('token').notNull().unique(),
    userId: uuid('user_id')
      .notNull()
      .references(() => authUsers.id, { onDelete: 'cascade' }),
    expiresAt: moment('expires_at').notNull(),
    /** Always empty: network addresses are not kept. */
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    /** When a code of the second factor was last given in it. */
    factorGivenAt: moment('factor_given_at'),
    createdAt: createdAt(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (t) => [
    index('auth_sessions_by_user').on(t.userId),
    index('auth_sessions_by_expiry').on(t.expiresAt),
  ],
);

/** Passwords and identities elsewhere: always empty, but better-auth looks whether there is one. */
export const authAccounts = pgTable(
  'auth_accounts',
  {
    id: uuid('id').primaryKey(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => authUsers.id, { onDelete: 'cascade' }),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: moment('access_token_expires_at'),
    refreshTokenExpiresAt: moment('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: createdAt(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (t) => [index('auth_accounts_by_user').on(t.userId)],
);

/** Links that were mailed, by the hash of their token, and sign-ins that wait for a code. */
export const authVerifications = pgTable(
  'auth_verifications',
  {
    id: uuid('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: moment('expires_at').notNull(),
    createdAt: createdAt(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (t) => [
    index('auth_verifications_by_identifier').on(t.identifier),
    index('auth_verifications_by_expiry').on(t.expiresAt),
  ],
);

/** An administrator's second factor: its key encrypted with AUTH_SECRET, recovery codes as HMACs. */
export const authTwoFactors = pgTable(
  'auth_two_factors',
  {
    id: uuid('id').primaryKey(),
    secret: text('secret').notNull(),
    backupCodes: text('backup_codes').notNull(),
    userId: uuid('user_id')
      .notNull()
      .unique()
      .references(() => authUsers.id, { onDelete: 'cascade' }),
    verified: boolean('verified').default(true),
    failedVerificationCount: integer('failed_verification_count').default(0),
    lockedUntil: moment('locked_until'),
  },
  (t) => [index('auth_two_factors_by_secret').on(t.secret)],
);

/** The keys of `/.well-known/jwks.json`; the private ones are encrypted with AUTH_SECRET. */
export const authKeys = pgTable('auth_keys', {
  id: uuid('id').primaryKey(),
  publicKey: text('public_key').notNull(),
  privateKey: text('private_key').notNull(),
  alg: text('alg'),
  crv: text('crv'),
  createdAt: createdAt(),
  expiresAt: moment('expires_at'),
});

/**
 * A run of the audit: any process runs it, any process shows how far it has come. The last ones are
 * kept with what they found.
 */
export const auditRuns = pgTable(
  'audit_runs',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** running, done, failed. */
    status: text('status').notNull().default('running'),
    /** What is being read at Stripe and how much of it: `{ what, read }`. */
    progress: jsonb('progress'),
    /** All that was found but the entries, which are rows of their own. */
    report: jsonb('report'),
    startedAt: moment('started_at').notNull(),
    /** When it last said how far it is: one that is silent for long has died. */
    progressedAt: moment('progressed_at').notNull(),
    finishedAt: moment('finished_at'),
  },
  (t) => [
    uniqueIndex('audit_runs_one_at_once')
      .on(sql`(true)`)
      .where(sql`status = 'running'`),
    index('audit_runs_by_start').on(t.startedAt.desc()),
    check('audit_runs_status_known', sql`${t.status} in ('running', 'done', 'failed')`),
  ],
);

/** What one run of the audit found of one product. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    runId: uuid('run_id')
      .notNull()
      .references(() => auditRuns.id, { onDelete: 'cascade' }),
    /** Differences come first, demonstration products last. */
    position: integer('position').notNull(),
    productId: integer('product_id').notNull(),
    isDemo: boolean('is_demo').notNull(),
    entry: jsonb('entry').notNull(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.position] })],
);
