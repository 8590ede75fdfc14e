import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment, createdAt } from './columns.ts';

/** Emailed codes, as salted hashes only, each for the browser that asked for it. */
export const contributionsVerification = pgTable(
  'contributions_verification',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    emailNormalised: text('email_normalised').notNull(),
    browserHash: text('browser_hash').notNull(),
    salt: text('salt').notNull(),
    codeHash: text('code_hash').notNull(),
    /** Guesses taken, counted before each is looked at. */
    attempts: integer('attempts').notNull().default(0),
    expiresAt: moment('expires_at').notNull(),
    createdAt: createdAt(),
    usedAt: moment('used_at'),
  },
  (t) => [
    index('contributions_verification_by_email').on(t.emailNormalised, t.browserHash, t.createdAt),
    index('contributions_verification_by_expiry').on(t.expiresAt),
  ],
);

/** Who has given the right code: what the cookie stands for, as a hash. */
export const lookupSessions = pgTable(
  'lookup_sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    emailNormalised: text('email_normalised').notNull(),
    expiresAt: moment('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('lookup_sessions_by_email').on(t.emailNormalised),
    index('lookup_sessions_by_expiry').on(t.expiresAt),
  ],
);
