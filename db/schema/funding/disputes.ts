import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, moment } from '#db/schema/columns.ts';
import { orders } from './checkout.ts';

/** A payment that its payer contests at the bank. */
export const disputes = pgTable(
  'disputes',
  {
    /** Stripe's. */
    id: text('id').primaryKey(),
    /** null: a payment that is none of ours. */
    orderId: uuid('order_id').references(() => orders.id),
    paymentIntentId: text('payment_intent_id').notNull(),
    amountCents: integer('amount_cents').notNull(),
    reason: text('reason').notNull(),
    /** As Stripe names it. */
    status: text('status').notNull(),
    /** Cents that our books have out of Stripe's balance because of it, fees apart. */
    withdrawnCents: integer('withdrawn_cents').notNull().default(0),
    /** Balance transactions seen: an answer of Stripe's with fewer is an older one. */
    movements: integer('movements').notNull().default(0),
    evidenceDueAt: moment('evidence_due_at'),
    createdAt: createdAt(),
    closedAt: moment('closed_at'),
  },
  (t) => [
    index('disputes_by_order').on(t.orderId),
    index('disputes_open')
      .on(t.createdAt)
      .where(sql`closed_at is null`),
  ],
);

/** What a dispute took from each allocation of its payment, and what that stood as before. */
export const disputeLines = pgTable(
  'dispute_lines',
  {
    disputeId: text('dispute_id')
      .notNull()
      .references(() => disputes.id),
    /**
     * The contribution, the refund that is owed, or the order of money under review; a refund of that
     * may have the order's id as well.
     */
    allocationId: uuid('allocation_id').notNull(),
    account: text('account').notNull(),
    amountCents: integer('amount_cents').notNull(),
    previousStatus: text('previous_status').notNull(),
    /** When the dispute gave it back. */
    returnedAt: moment('returned_at'),
  },
  (t) => [
    primaryKey({ columns: [t.disputeId, t.allocationId, t.account] }),
    index('dispute_lines_by_allocation').on(t.allocationId),
  ],
);
