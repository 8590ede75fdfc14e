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
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { products } from './catalogue.ts';
import { moment, createdAt } from './columns.ts';
import { testedProducts } from './intake.ts';

/**
 * One browser's request to hear of a product, or of a kind of them, under an address. Each browser has a row of its own, so
 * that nobody can tell, or end, what another has asked for (decision 0018).
 */
export const follows = pgTable(
  'follows',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    productId: integer('product_id').references(() => products.id),
    /** Of what has a report and was not funded here: PlasticList's number, which no code is. */
    originalId: integer('original_id').references(() => testedProducts.originalId),
    /** Of a kind of products: its key in `db/data/kinds.ts`. */
    kind: text('kind'),
    email: text('email').notNull(),
    emailNormalised: text('email_normalised').notNull(),
    browserHash: text('browser_hash').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('follows_once').on(t.productId, t.emailNormalised, t.browserHash),
    unique('follows_once_of_report').on(t.originalId, t.emailNormalised, t.browserHash),
    uniqueIndex('follows_once_of_kind').on(t.kind, t.emailNormalised, t.browserHash).concurrently(),
    check('follows_of_one', sql`num_nonnulls(${t.productId}, ${t.originalId}, ${t.kind}) = 1`),
    index('follows_by_email').on(t.emailNormalised),
  ],
);

/** A person's place on the list that the digest goes to, from whichever form (decision 0136). */
export const subscribers = pgTable('subscribers', {
  id: uuid('id').primaryKey().defaultRandom(),
  email: text('email').notNull(),
  emailNormalised: text('email_normalised').notNull().unique('subscribers_once'),
  /** What was being searched for on the home page. */
  query: text('query'),
  status: text('status').notNull().default('new'),
  createdAt: createdAt(),
  confirmedAt: moment('confirmed_at'),
});

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

/** Products that the owner of an address wants to hear no more of, though they gave to them. */
export const productMutes = pgTable(
  'product_mutes',
  {
    emailNormalised: text('email_normalised').notNull(),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.emailNormalised, t.productId] })],
);

/** One issue of the digest: what it tells of, by ids, and to how many. Who gets it stands in `mails`. */
export const digestIssues = pgTable('digest_issues', {
  /** From 1, without gaps: two processes cannot both make the next one. */
  number: integer('number').primaryKey(),
  /** What happened after this was looked through. */
  since: moment('since').notNull(),
  madeAt: moment('made_at').notNull(),
  /** `DigestItem[]` of `app/letters/mails/digest-news.ts`: what was told once is not told again. */
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
