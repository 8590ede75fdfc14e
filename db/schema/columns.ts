import { customType, timestamp } from 'drizzle-orm/pg-core';

/** Columns that tables of several rooms have. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
export const createdAt = () => moment('created_at').notNull().defaultNow();
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
