import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/** The webhook inbox: stored once, answered, then processed by a job. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    livemode: boolean('livemode').notNull(),
    /** Whole until it has been worked on, then ids alone: it is full of personal data. */
    payload: jsonb('payload').notNull(),
    receivedAt: moment('received_at').notNull().defaultNow(),
    /** When it came by webhook; null for what the reconciler had to fetch. */
    deliveredAt: moment('delivered_at'),
    processedAt: moment('processed_at'),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
  },
  (t) => [
    index('webhook_events_delivered').on(t.deliveredAt),
    index('webhook_events_unprocessed')
      .on(t.receivedAt)
      .where(sql`processed_at is null`),
  ],
);
