import { sql, type SQL } from 'drizzle-orm';
import { customType, timestamp } from 'drizzle-orm/pg-core';

/** Columns that tables of several rooms have. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
export const createdAt = () => moment('created_at').notNull().defaultNow();
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/**
 * Cents from what a product stands at to its next sample, the last of which is its goal. As the
 * index has it for what is raised; a query that is served by it has to say it by these words.
 */
export function toNextSample(standsCents: SQL): SQL {
  return sql`(((${standsCents}::bigint * levels / target_cents + 1) * target_cents + levels - 1) / levels - ${standsCents})`;
}
