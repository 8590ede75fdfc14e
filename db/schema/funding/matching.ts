import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { products } from '#db/schema/catalogue.ts';
import { createdAt, moment } from '#db/schema/columns.ts';
import { orders } from './checkout.ts';

/**
 * The rule of a sponsor's match (decision 0108). Its money stands at the row of `products` that has
 * its number; it is closed when that is removed.
 */
export const matches = pgTable(
  'matches',
  {
    id: integer('id')
      .primaryKey()
      .references(() => products.id),
    /** As the public reads it; null: a sponsor who is not named. */
    sponsorName: text('sponsor_name'),
    sponsorEmail: text('sponsor_email').notNull(),
    sponsorEmailNormalised: text('sponsor_email_normalised').notNull(),
    /** The products that it is for: `any`, `group` or `brand`, and which of these. */
    kind: text('kind').notNull(),
    of: text('of').notNull(),
    /** What the sponsor said that it will come to. */
    sumCents: integer('sum_cents').notNull(),
    /** A gift is matched one to one, up to so much. */
    mostCents: integer('most_cents').notNull(),
    /** Only so many gifts are; null: as long as there is money. */
    firstGifts: integer('first_gifts'),
    endsAt: moment('ends_at').notNull(),
    /** Where what is unused goes: `sponsor`, `project`, or the number of a pool. */
    unusedTo: text('unused_to').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    check('matches_kind_known', sql`${t.kind} in ('any', 'group', 'brand')`),
    check(
      'matches_amounts_positive',
      sql`${t.sumCents} > 0 and ${t.mostCents} > 0 and coalesce(${t.firstGifts}, 1) > 0`,
    ),
    check('matches_unused_goes_somewhere', sql`${t.unusedTo} ~ '^(sponsor|project|9[0-9]{8})$'`),
  ],
);

/**
 * What a match has promised to one line of a checkout. `open`: promised, and reserved of the product;
 * `broken`: the match has lost the money, and it is reserved of the product until the job releases it;
 * `spent`: the gift was paid and the money moved to the product; `released`: the gift was not paid, or
 * the promise could not be kept; `returned`: spent, and back at the match since,
 * or its gift is gone and what was spent is contested.
 */
export const matchPromises = pgTable(
  'match_promises',
  {
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    matchId: integer('match_id')
      .notNull()
      .references(() => matches.id),
    /** What is promised, or stands spent: less than was promised where only some of it was used. */
    amountCents: integer('amount_cents').notNull(),
    status: text('status').notNull().default('open'),
    createdAt: createdAt(),
    settledAt: moment('settled_at'),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.productId] }),
    index('match_promises_by_match').on(t.matchId, t.status),
    index('match_promises_unsettled')
      .on(t.productId)
      .where(sql`status in ('open', 'broken')`),
    index('match_promises_spent')
      .on(t.productId)
      .where(sql`status = 'spent'`),
    check(
      'match_promises_status_known',
      sql`${t.status} in ('open', 'broken', 'spent', 'released', 'returned')`,
    ),
    check('match_promises_amount_positive', sql`${t.amountCents} > 0`),
  ],
);

/** Money of a sponsor that came outside Stripe, as an administrator noted it: its order has no session. */
export const sponsorPayments = pgTable('sponsor_payments', {
  orderId: uuid('order_id')
    .primaryKey()
    .references(() => orders.id),
  matchId: integer('match_id')
    .notNull()
    .references(() => matches.id),
  /** The day it came to our bank. */
  paidOn: date('paid_on', { mode: 'string' }).notNull(),
  /** The receipt, as our bank's statement or our own receipts have it. */
  reference: text('reference').notNull(),
});
