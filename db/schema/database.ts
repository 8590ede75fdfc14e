import { bigint, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/** How far a job that reads on has come: a moment of Stripe's clock. */
export const cursors = pgTable('cursors', {
  name: text('name').primaryKey(),
  reached: moment('reached').notNull(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});

/**
 * One row: the number of the last transaction that changed what is published, written by triggers when
 * it commits (decision 0127).
 */
export const contentVersions = pgTable('content_version', {
  version: bigint('version', { mode: 'number' }).primaryKey(),
});
