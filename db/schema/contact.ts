import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { moment, createdAt } from './columns.ts';

/** What visitors write to the administrators by the form on Contact. */
export const contactMessages = pgTable(
  'contact_messages',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    email: text('email').notNull(),
    emailNormalised: text('email_normalised').notNull(),
    text: text('text').notNull(),
    /** The same words of the same address on one day are one message. */
    dedupeKey: text('dedupe_key').notNull().unique(),
    createdAt: createdAt(),
    answeredAt: moment('answered_at'),
    /** What was emailed; null where it was answered elsewhere. Who did stands in the trail. */
    answer: text('answer'),
    /** The number of the product, to fund or tested, that it is about. */
    aboutProductId: integer('about_product_id'),
    /** Of an objection: what it says is wrong with the results of the product that it is about. */
    ground: text('ground'),
    /** When its writer confirmed it: from then on it is public, and sealed; its words are not public. */
    confirmedAt: moment('confirmed_at'),
    /** Of its words, salted, as the public log has it: the log's answer names the objection by it. */
    wordsHash: text('words_hash'),
  },
  (t) => [
    index('contact_messages_by_product').on(t.aboutProductId),
    index('contact_messages_by_email').on(t.emailNormalised),
    index('contact_messages_open')
      .on(t.createdAt)
      .where(sql`answered_at is null`),
  ],
);

/** Domains of email that an administrator knows to be a brand's: an objection from one comes first. */
export const brandDomains = pgTable(
  'brand_domains',
  {
    /** As it is stored of its products, or the whole name of one without. */
    brand: text('brand').notNull(),
    domain: text('domain').notNull(),
  },
  (t) => [primaryKey({ columns: [t.brand, t.domain] })],
);
