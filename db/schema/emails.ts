import { sql } from 'drizzle-orm';
import { boolean, check, integer, jsonb, pgTable } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/** One issue of the digest: what it tells of, by ids, and to how many. Who gets it stands in `mails`. */
export const digestIssues = pgTable('digest_issues', {
  /** From 1, without gaps: two processes cannot both make the next one. */
  number: integer('number').primaryKey(),
  /** What happened after this was looked through. */
  since: moment('since').notNull(),
  madeAt: moment('made_at').notNull(),
  /** `DigestItem[]` of `app/emails/digest-news.ts`: what was told once is not told again. */
  items: jsonb('items').notNull(),
  recipients: integer('recipients').notNull(),
});

/** Whether the clock sends the digest; without a row it does. At most one row. */
export const digestClock = pgTable(
  'digest_clock',
  {
    id: boolean('id').primaryKey().default(true),
    isOn: boolean('is_on').notNull(),
  },
  (t) => [check('digest_clock_one_row', sql`${t.id}`)],
);
