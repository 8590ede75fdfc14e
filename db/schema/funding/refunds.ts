import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { moment } from '#db/schema/columns.ts';
import { orders, contributions } from './checkout.ts';

/**
 * Money on its way back, one row per allocation. `id` is the allocation: the contribution, or, for
 * money that never was one (under review), the order. It goes to Stripe as `allocation_id`.
 */
export const refunds = pgTable(
  'refunds',
  {
    id: uuid('id').primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    /** null: money under review. */
    contributionId: uuid('contribution_id')
      .unique()
      .references(() => contributions.id),
    paymentIntentId: text('payment_intent_id').notNull(),
    amountCents: integer('amount_cents').notNull(),
    /** A key of `funding/refunds/refund-reasons.ts`. */
    reason: text('reason').notNull(),
    /** What an administrator wrote beside it. */
    note: text('note'),
    /**
     * queued (not at Stripe yet), pending (at Stripe), succeeded, failed (an administrator's queue),
     * held (a dispute took the money meanwhile), canceled (the dispute was lost: it went back so),
     * paid_otherwise (`allocations` says how).
     */
    status: text('status').notNull().default('queued'),
    /** Whether the money has left Stripe's balance: the books have it out of `refunds`. */
    isBooked: boolean('is_booked').notNull().default(false),
    /** Part of the idempotency key: goes up only once Stripe has said that the last one failed. */
    attempt: integer('attempt').notNull().default(1),
    stripeRefundId: text('stripe_refund_id'),
    failureReason: text('failure_reason'),
    /** Requests made in this attempt: from the second on, Stripe is searched first. */
    tries: integer('tries').notNull().default(0),
    requestedAt: moment('requested_at').notNull().defaultNow(),
    settledAt: moment('settled_at'),
  },
  (t) => [
    index('refunds_unsettled')
      .on(t.requestedAt)
      .where(sql`status in ('queued', 'pending', 'failed', 'held')`),
    index('refunds_by_order').on(t.orderId),
    index('refunds_by_stripe_refund').on(t.stripeRefundId),
    check(
      'refunds_status_known',
      sql`${t.status} in ('queued', 'pending', 'succeeded', 'failed', 'held', 'canceled', 'paid_otherwise')`,
    ),
    check('refunds_amount_positive', sql`${t.amountCents} > 0`),
  ],
);

/** A contributor's request to have money back before testing has begun; an administrator decides. */
export const refundRequests = pgTable(
  'refund_requests',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    contributionId: uuid('contribution_id')
      .notNull()
      .references(() => contributions.id),
    /** In the contributor's own words. */
    reason: text('reason').notNull().default(''),
    /** open, granted, declined. */
    status: text('status').notNull().default('open'),
    /** What the administrator tells the contributor. */
    note: text('note'),
    requestedAt: moment('requested_at').notNull().defaultNow(),
    decidedAt: moment('decided_at'),
  },
  (t) => [
    uniqueIndex('refund_requests_one_open')
      .on(t.contributionId)
      .where(sql`status = 'open'`),
    index('refund_requests_by_contribution').on(t.contributionId),
    index('refund_requests_open')
      .on(t.requestedAt)
      .where(sql`status = 'open'`),
    check('refund_requests_status_known', sql`${t.status} in ('open', 'granted', 'declined')`),
  ],
);
