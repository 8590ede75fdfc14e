import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  smallint,
  text,
  type AnyPgColumn,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { FULL_FUNDING_CENTS, LEVELS } from '#app/kit/money.ts';
import { createdAt, moment } from './columns.ts';

/** A product that can be funded. Amounts are integer cents; `level` follows from them. */
export const products = pgTable(
  'products',
  {
    /** Four-digit product code: 1001 and up; 9001 and up for `[TEST]` products. */
    id: integer('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 2001 }),
    /**
     * Never another product's, as a number may be once the database was set back: what is paid for
     * names both. Of a product that a visitor added, the order that listed it.
     */
    key: uuid('key').notNull().defaultRandom(),
    name: text('name').notNull(),
    /** null where it is not known. */
    brand: text('brand'),
    category: text('category').notNull().default('Unknown'),
    imageUrl: text('image_url'),
    productUrl: text('product_url'),
    /** `urlKey(productUrl)`: two addresses of one page have the same one. */
    urlKey: text('url_key').unique(),
    /** Digits of the barcode, as `upcKey` leaves them. */
    upc: text('upc').unique(),
    /** What its test looks for: key of `app/toxicology/panels`. */
    panel: text('panel').notNull().default('plastics'),
    /** Of the tests of one item for one panel, from 1. */
    round: smallint('round').notNull().default(1),
    /**
     * Number of the item's first row, or of PlasticList's product; null: this row is its item. What is
     * tested of one item twice is two rows, each with money, a test and results of its own.
     */
    itemOf: integer('item_of'),
    servingSizeG: doublePrecision('serving_size_g'),
    servingSizeUnit: text('serving_size_unit'),
    /** Of powder: grams as fed of a gram, by the label; null where nobody has read it. */
    asFedPerG: doublePrecision('as_fed_per_g'),
    testingStatus: text('testing_status').notNull().default('Untested'),
    /** What it is funded to, and how many samples that pays: kept once money was given to it. */
    targetCents: integer('target_cents')
      .notNull()
      .$default(() => FULL_FUNDING_CENTS),
    levels: smallint('levels')
      .notNull()
      .$default(() => LEVELS),
    /** Balance of the ledger account `product:<id>`. */
    raisedCents: integer('raised_cents').notNull().default(0),
    /** Sum of the lines of this product's open orders. */
    reservedCents: integer('reserved_cents').notNull().default(0),
    level: smallint('level')
      .notNull()
      .generatedAlwaysAs(sql`raised_cents::bigint * levels / target_cents`),
    /** Distinct normalised emails with net paid money. */
    contributorCount: integer('contributor_count').notNull().default(0),
    isDemo: boolean('is_demo').notNull().default(false),
    /** When the first sample was bought: from then on nothing is refunded, and never undone. */
    testingBegunAt: moment('testing_begun_at'),
    /** It had reached its goal, and has been below it since then, its testing not begun. */
    fellAt: moment('fell_at'),
    /** Taken off the list: it can be neither found nor funded, and its money goes back. */
    removedAt: moment('removed_at'),
    /** `removed`, `untestable` or `merged`. */
    removedReason: text('removed_reason'),
    /** The product that this one was a duplicate of: everything it had is there now. */
    mergedInto: integer('merged_into').references((): AnyPgColumn => products.id),
    /** Kept out of lists and search, and not funded anew, until it is shown again. */
    hiddenAt: moment('hidden_at'),
    /** A visitor added it then, and no administrator has looked at it since. */
    unreviewedSince: moment('unreviewed_since'),
    /** `searchable(name)`, a newline, `searchable(brand)`: a term never matches across the two. */
    searchText: text('search_text').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    // The orders of the list. What lists and searches ask of a product stands behind the order, so
    // that they are read from here alone, however many there are (decision 0122).
    index('products_listed_by_raised')
      .on(
        t.isDemo,
        t.raisedCents.desc(),
        t.id.desc(),
        t.hiddenAt,
        t.category,
        t.searchText,
        t.panel,
      )
      .concurrently()
      .where(sql`removed_at is null`),
    index('products_listed_by_contributors')
      .on(
        t.isDemo,
        t.contributorCount.desc(),
        t.id.desc(),
        t.hiddenAt,
        t.category,
        t.searchText,
        t.panel,
      )
      .concurrently()
      .where(sql`removed_at is null`),
    index('products_listed_by_id')
      .on(t.isDemo, t.id.desc(), t.hiddenAt, t.category, t.searchText, t.panel)
      .concurrently()
      .where(sql`removed_at is null`),
    index('products_listed_by_category')
      .on(t.isDemo, t.category, t.hiddenAt, t.id, t.raisedCents, t.contributorCount, t.panel)
      .concurrently()
      .where(sql`removed_at is null`),
    index('products_by_status').on(t.isDemo, t.testingStatus, t.raisedCents.desc(), t.id.desc()),
    // Without what is reserved: a checkout that begins would else write all indexes of its products.
    index('products_open_by_missing')
      .on(t.panel, sql`(target_cents - raised_cents)`)
      .concurrently()
      .where(
        sql`not is_demo and removed_at is null and hidden_at is null and unreviewed_since is null and testing_status = 'Untested'`,
      ),
    // Few: a list of theirs is put into order when it is asked for.
    index('products_of_other_panels')
      .on(t.panel)
      .concurrently()
      .where(sql`panel <> 'plastics'`),
    index('products_further_tests')
      .on(t.itemOf)
      .concurrently()
      .where(sql`item_of is not null`),
    uniqueIndex('products_test_once')
      .on(sql`coalesce(item_of, id)`, t.panel, t.round)
      .concurrently()
      .where(sql`removed_at is null`),
    index('products_search_trigrams').using('gin', sql`${t.searchText} gin_trgm_ops`),
    index('products_words_trigrams')
      .using('gin', sql`plain_text(${t.searchText}) gin_trgm_ops`)
      .concurrently(),
    check('products_raised_within_target', sql`${t.raisedCents} between 0 and ${t.targetCents}`),
    // Beside what is raised it may be too much: contested money that comes back takes its place.
    check(
      'products_reserved_within_target',
      sql`${t.reservedCents} between 0 and ${t.targetCents}`,
    ),
    // What has its goal is not untested, and what is below it before testing has begun is.
    check(
      'products_status_fits',
      sql`case ${t.testingStatus}
        when 'Untested' then ${t.raisedCents} < ${t.targetCents}
        when 'Testing in Progress' then
          ${t.isDemo} or ${t.testingBegunAt} is not null or ${t.raisedCents} >= ${t.targetCents}
        else true end`,
    ),
    // An item's page and barcode are its first row's.
    check(
      'products_sisters_carry_no_codes',
      sql`${t.itemOf} is null or (${t.urlKey} is null and ${t.upc} is null)`,
    ),
    check('products_not_own_sister', sql`${t.itemOf} <> ${t.id}`),
    check('products_round_from_one', sql`${t.round} >= 1`),
    check('products_contributors_not_negative', sql`${t.contributorCount} >= 0`),
    check(
      'products_removed_with_reason',
      sql`(${t.removedAt} is null) = (${t.removedReason} is null)`,
    ),
    check(
      'products_merged_are_removed',
      sql`(${t.mergedInto} is not null) = (coalesce(${t.removedReason}, '') = 'merged')`,
    ),
    index('products_unreviewed')
      .on(t.unreviewedSince)
      .where(sql`unreviewed_since is not null`),
    index('products_merged')
      .on(t.mergedInto)
      .where(sql`merged_into is not null`),
  ],
);
