import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment } from '#db/schema/columns.ts';

/**
 * Money that arrived at Stripe, or left it, and fits no order, share or refund exactly: a payment
 * that is not what was ordered, or nobody's; a refund that was made at Stripe itself.
 */
export const unmatched = pgTable(
  'unmatched',
  {
    /** Stripe's: the payment (`pi_…`) or the refund (`re_…`). */
    id: text('id').primaryKey(),
    /** The payment that it is, or was taken from; null: not known. */
    paymentIntentId: text('payment_intent_id'),
    /** What arrived; below zero: what left. */
    amountCents: integer('amount_cents').notNull(),
    /** So much of it as is of nothing, with the same sign: together the account `review`. */
    openCents: integer('open_cents').notNull(),
    /** What administrators know of it; empty once its payer is erased. */
    note: text('note').notNull().default(''),
    /** At Stripe. */
    happenedAt: moment('happened_at').notNull(),
    bookedAt: moment('booked_at').notNull(),
    /** The refund failed, and its money is back; or the payment was recorded as what it is. */
    returnedAt: moment('returned_at'),
  },
  (t) => [
    index('unmatched_open')
      .on(t.bookedAt)
      .where(sql`open_cents <> 0`),
    index('unmatched_by_payment').on(t.paymentIntentId),
    check(
      'unmatched_open_within_amount',
      sql`${t.amountCents} <> 0 and ${t.openCents} between least(0, ${t.amountCents}) and greatest(0, ${t.amountCents})`,
    ),
  ],
);

/** What unmatched money, or a refund that failed, turned out to be; withdrawn, another may stand. */
export const allocations = pgTable(
  'allocations',
  {
    id: uuid('id').primaryKey(),
    /** null: a refund that failed, and was paid outside Stripe. */
    unmatchedId: text('unmatched_id').references(() => unmatched.id),
    /** refund (`refund_id`), donation, loss; outside: paid outside Stripe, now only a refund that failed. */
    goesTo: text('goes_to').notNull(),
    /** What it settles; of payments that are none of ours, what the two sides share. */
    refundId: uuid('refund_id'),
    /** With the sign of what is allocated. */
    amountCents: integer('amount_cents').notNull(),
    /** Outside Stripe. */
    paidOn: date('paid_on', { mode: 'string' }),
    /** The payment's number, as our bank's statement has it; empty once its payee is erased. */
    reference: text('reference').notNull(),
    /** Empty once the person it is about is erased. */
    reason: text('reason').notNull(),
    notedAt: moment('noted_at').notNull(),
    withdrawnAt: moment('withdrawn_at'),
    withdrawnReason: text('withdrawn_reason'),
  },
  (t) => [
    uniqueIndex('allocations_one_payment_stands')
      .on(t.refundId)
      .where(sql`unmatched_id is null and withdrawn_at is null`),
    index('allocations_by_refund').on(t.refundId),
    index('allocations_by_unmatched').on(t.unmatchedId),
    index('allocations_by_noting').on(t.notedAt),
    check('allocations_known', sql`${t.goesTo} in ('refund', 'donation', 'loss', 'outside')`),
    check(
      'allocations_of_something',
      sql`${t.amountCents} <> 0 and (${t.unmatchedId} is not null or (${t.refundId} is not null and ${t.goesTo} = 'outside'))`,
    ),
    check(
      'allocations_withdrawn_with_reason',
      sql`(${t.withdrawnAt} is null) = (${t.withdrawnReason} is null)`,
    ),
  ],
);
