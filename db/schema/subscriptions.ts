import { boolean, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { createdAt, moment } from './columns.ts';

/**
 * What a mailbox is told of: a row for each topic and for each browser that asked, so that nobody can
 * tell, or end, what another has asked for (decision 0176).
 */
export const emailSubscriptions = pgTable(
  'email_subscriptions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    email: text('email').notNull(),
    emailNormalised: text('email_normalised').notNull(),
    /** `news`, `product:1012`, `report:93`, `kind:yogurt`. */
    topic: text('topic').notNull(),
    /** Empty of what no browser ends: the newsletter, and what the mailbox's owner turned off. */
    browserHash: text('browser_hash').notNull().default(''),
    /** Off: its owner wants no email of it, whatever else would be a reason for one. */
    isOn: boolean('is_on').notNull().default(true),
    /** Nothing is sent before. */
    confirmedAt: moment('confirmed_at'),
    /** Of the newsletter: what was being searched for on the home page. */
    query: text('query'),
    /** The same: `new`. */
    status: text('status'),
    createdAt: createdAt(),
  },
  (t) => [
    unique('email_subscriptions_once').on(t.emailNormalised, t.topic, t.browserHash),
    index('email_subscriptions_by_topic').on(t.topic),
  ],
);
