import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { adminUsers } from './admin.ts';
import { createdAt, moment } from './columns.ts';

/** Mails queued by the transaction that causes them: a template's name and ids, never text. */
export const mails = pgTable(
  'mails',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    name: text('name').notNull(),
    toEmail: text('to_email').notNull(),
    params: jsonb('params').notNull().default({}),
    /** The same happening never queues the same mail twice. */
    dedupeKey: text('dedupe_key').notNull().unique(),
    attempts: integer('attempts').notNull().default(0),
    /** Not before: grows with each failure, and marks a mail that a process is just sending. */
    nextAttemptAt: moment('next_attempt_at').notNull().defaultNow(),
    lastError: text('last_error'),
    /** `{ subject, html, text }` as sent, kept only where the outbox is the local one. */
    rendered: jsonb('rendered'),
    createdAt: createdAt(),
    sentAt: moment('sent_at'),
    /** It will not be sent. */
    deadAt: moment('dead_at'),
    /** Dead on purpose: nobody wants it, or there is nothing to say any more; not a failure. */
    isWithheld: boolean('is_withheld').notNull().default(false),
  },
  (t) => [
    index('mails_unsent')
      .on(t.nextAttemptAt)
      .where(sql`sent_at is null and dead_at is null`),
    index('mails_by_time').on(t.createdAt),
    index('mails_by_address').on(sql`lower(to_email)`),
  ],
);

/** An address that mails go to: the secret of its links, and what may be sent there. */
export const mailboxes = pgTable('mailboxes', {
  emailNormalised: text('email_normalised').primaryKey(),
  /** Stands in the links of mails; another one every month. */
  token: text('token').notNull().unique(),
  tokenMadeAt: moment('token_made_at').notNull().defaultNow(),
  /** Nothing but what its owner asks or pays for is sent since. */
  stoppedAt: moment('stopped_at'),
  /** When a mail came back: a mail server said for good that there is no such mailbox. */
  bouncedAt: moment('bounced_at'),
  bounceReason: text('bounce_reason'),
  /** Told later, by the mail service: `bounce` or `complaint`; null where it was refused as it was sent. */
  returned: text('returned'),
  createdAt: createdAt(),
});

/**
 * What shows that somebody reads a mailbox: emailed codes and links, and cookies that stand for them, as
 * hashes only (decision 0194). Purposes, and for how long they work: `app/mail/tokens.server.ts`.
 */
export const tokens = pgTable(
  'tokens',
  {
    purpose: text('purpose').notNull(),
    /** Salted of a code; of a browser that of its own cookie. */
    hash: text('hash').notNull(),
    /** A normalised email; of a link to move it, a contribution's id. */
    subject: text('subject').notNull(),
    /** Of a code. */
    salt: text('salt'),
    /** The browser that asked for a code, the only one that it works in. */
    browserHash: text('browser_hash'),
    /** Guesses taken, counted before each is looked at. */
    attempts: integer('attempts').notNull().default(0),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (t) => [
    primaryKey({ columns: [t.purpose, t.hash, t.subject] }),
    index('tokens_by_subject').on(t.subject, t.purpose),
    index('tokens_by_expiry').on(t.expiresAt),
  ],
);

/** What the next daily email tells an administrator, and what earlier ones told. */
export const adminNotices = pgTable(
  'admin_notices',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    email: text('email')
      .notNull()
      .references(() => adminUsers.email, { onDelete: 'cascade' }),
    /** One of `app/mail/notice-kinds.ts`. */
    kind: text('kind').notNull(),
    params: jsonb('params').notNull(),
    dedupeKey: text('dedupe_key').notNull(),
    happenedAt: moment('happened_at').notNull(),
    /** Of the email that tells it; null while it waits. */
    digestId: uuid('digest_id'),
  },
  (t) => [
    unique('admin_notices_once').on(t.email, t.dedupeKey),
    index('admin_notices_by_digest').on(t.digestId),
  ],
);
