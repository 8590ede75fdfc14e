import {
  bigint,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/** First-party analytics events; no address, no email. */
export const analyticsEvents = pgTable(
  'analytics_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    name: text('name').notNull(),
    properties: jsonb('properties').notNull(),
    path: text('path').notNull(),
    /** Chosen at random for the event by the browser, so that a repeated sending counts once. */
    insertId: text('insert_id').unique(),
    receivedAt: moment('received_at').notNull().defaultNow(),
  },
  (t) => [index('analytics_events_by_time').on(t.receivedAt)],
);

/** How often each event came on a day (UTC) of which the events themselves are no longer kept. */
export const analyticsDays = pgTable(
  'analytics_days',
  {
    day: date('day').notNull(),
    name: text('name').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.name] })],
);
