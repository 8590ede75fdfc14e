import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { products } from './catalogue.ts';
import { bytes, moment } from './columns.ts';

/**
 * What was said in public of a product's test before its first sample was bought. Rows are added and
 * never changed: a later one takes the place of those before it, with its reason.
 */
export const testRegistrations = pgTable(
  'test_registrations',
  {
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    /** From 1, without gaps. */
    number: smallint('number').notNull(),
    /** As `app/testing/registration.ts` has it. */
    facts: jsonb('facts').notNull(),
    reason: text('reason'),
    registeredAt: moment('registered_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.productId, t.number] }),
    check('test_registrations_changed_with_reason', sql`(${t.number} = 1) = (${t.reason} is null)`),
  ],
);

/** The photo of a purchase: of its receipt, and of the package with its lot. */
export const testPhotos = pgTable('test_photos', {
  sampleId: uuid('sample_id')
    .primaryKey()
    .references(() => testSamples.id),
  /** WebP, without what a camera writes beside it. */
  content: bytes('content').notNull(),
  /** Of the content. */
  sha256: text('sha256').notNull(),
  /** An administrator has said that no private detail is on it. */
  isPublic: boolean('is_public').notNull(),
});

/** One package that was bought for the laboratory: what a funded product's money is spent on. */
export const testSamples = pgTable(
  'test_samples',
  {
    /** Made by the form that noted it, so that the same form sent twice buys once. */
    id: uuid('id').primaryKey(),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    /** From 1, without gaps. */
    number: smallint('number').notNull(),
    notedAt: moment('noted_at').notNull(),
  },
  (t) => [
    unique('test_samples_numbered').on(t.productId, t.number),
    check('test_samples_number_from_one', sql`${t.number} >= 1`),
  ],
);

/**
 * What became of a sample, step by step. Rows are added and never changed: a correction is a row
 * that takes the place of another, with its reason.
 */
export const testSteps = pgTable(
  'test_steps',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    sampleId: uuid('sample_id')
      .notNull()
      .references(() => testSamples.id),
    /** One of `app/testing/steps.ts`. */
    step: text('step').notNull(),
    /** The day on which it happened, wherever that was. */
    day: date('day', { mode: 'string' }).notNull(),
    /** The shop, the carrier, the laboratory. */
    place: text('place'),
    /** As printed on the package; of a purchase alone. */
    lot: text('lot'),
    bestBefore: date('best_before', { mode: 'string' }),
    /** How it was measured, and under which accreditation; of results that are in alone. */
    method: text('method'),
    accreditation: text('accreditation'),
    /** For everybody to read. */
    note: text('note'),
    /** It did not happen after all. */
    isVoid: boolean('is_void').notNull().default(false),
    corrects: bigint('corrects', { mode: 'number' }).unique(),
    reason: text('reason'),
    notedAt: moment('noted_at').notNull(),
  },
  (t) => [
    foreignKey({
      name: 'test_steps_corrects',
      columns: [t.corrects],
      foreignColumns: [t.id],
    }),
    uniqueIndex('test_steps_once')
      .on(t.sampleId, t.step)
      .where(sql`corrects is null`),
    check(
      'test_steps_known',
      sql`${t.step} in ('bought', 'shipped', 'at-lab', 'results-in', 'checked', 'published', 'given-up')`,
    ),
    check(
      'test_steps_corrected_with_reason',
      sql`(${t.corrects} is null) = (${t.reason} is null) and (${t.corrects} is not null or not ${t.isVoid})`,
    ),
  ],
);

/**
 * What was paid for a product's test, as the ledger has it in `spent:<id>`. A correction takes the
 * place of another row, with its reason; 0 cents: it was not paid after all.
 */
export const testCosts = pgTable(
  'test_costs',
  {
    /** Made by the form that noted it. */
    id: uuid('id').primaryKey(),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    /** The sample that was bought with it. */
    sampleId: uuid('sample_id').references(() => testSamples.id),
    /** sample, laboratory, shipping, other. */
    kind: text('kind').notNull(),
    amountCents: integer('amount_cents').notNull(),
    paidOn: date('paid_on', { mode: 'string' }).notNull(),
    payee: text('payee').notNull(),
    /** Where its receipt or invoice is kept; administrators alone see it. */
    receipt: text('receipt').notNull(),
    corrects: uuid('corrects').unique(),
    reason: text('reason'),
    notedAt: moment('noted_at').notNull(),
  },
  (t) => [
    foreignKey({
      name: 'test_costs_corrects',
      columns: [t.corrects],
      foreignColumns: [t.id],
    }),
    index('test_costs_by_product').on(t.productId),
    check('test_costs_kind_known', sql`${t.kind} in ('sample', 'laboratory', 'shipping', 'other')`),
    check('test_costs_corrected_with_reason', sql`(${t.corrects} is null) = (${t.reason} is null)`),
    check(
      'test_costs_amount_positive',
      sql`${t.amountCents} > 0 or (${t.amountCents} = 0 and ${t.corrects} is not null)`,
    ),
  ],
);

/** Tests that were begun and have no results: at most one row a product, never changed. */
export const testEndings = pgTable('test_endings', {
  productId: integer('product_id')
    .primaryKey()
    .references(() => products.id),
  /** For everybody to read. */
  reason: text('reason').notNull(),
  endedAt: moment('ended_at').notNull(),
});

/** What was left of a product's money, or missing, when the books of its test were closed. */
export const testSettlements = pgTable(
  'test_settlements',
  {
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    /** From 1: what comes after a closing is settled by another. */
    number: smallint('number').notNull(),
    /** Positive: left, and passed on. Negative: missing, and made up for. */
    amountCents: integer('amount_cents').notNull(),
    /** Of that, what the reserve took or gave; the rest is the project's own. */
    reserveCents: integer('reserve_cents').notNull(),
    settledAt: moment('settled_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.productId, t.number] }),
    check(
      'test_settlements_of_one_sign',
      sql`${t.amountCents} <> 0 and sign(${t.amountCents}) * ${t.reserveCents} between 0 and abs(${t.amountCents})`,
    ),
  ],
);
