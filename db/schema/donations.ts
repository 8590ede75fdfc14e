import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { orders } from '#db/schema/funding/checkout.ts';
import { moment, createdAt } from './columns.ts';

/** A monthly donation, as Stripe last described it. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    /** Stripe's. */
    id: text('id').primaryKey(),
    /** The order of its first payment. */
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    customerId: text('customer_id').notNull(),
    email: text('email').notNull(),
    emailNormalised: text('email_normalised').notNull(),
    amountCents: integer('amount_cents').notNull(),
    /** What each payment funds, as Stripe's metadata has it: `project`, `closest`, or `closest:` and a group's key. */
    purpose: text('purpose').notNull().default('project'),
    /** As Stripe names it. */
    status: text('status').notNull(),
    cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
    currentPeriodEnd: moment('current_period_end'),
    createdAt: createdAt(),
    endedAt: moment('ended_at'),
  },
  (t) => [
    index('subscriptions_by_email').on(t.emailNormalised),
    index('subscriptions_by_customer').on(t.customerId),
  ],
);

/** What a gift is for, where that is not the project; of a monthly one, what it was begun for. */
export const monthlyPurposes = pgTable('monthly_purposes', {
  orderId: uuid('order_id')
    .primaryKey()
    .references(() => orders.id),
  /** As in `subscriptions`. */
  purpose: text('purpose').notNull(),
});
