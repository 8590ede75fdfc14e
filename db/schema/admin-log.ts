import { bigint, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/**
 * What administrators did, append-only, each row written with what it tells of. Names no other table:
 * it outlives an administrator and a product.
 */
export const adminActions = pgTable(
  'admin_actions',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment('at').notNull(),
    /** An administrator's address; `command line` or `ADMIN_EMAILS` where it was none. */
    actor: text('actor').notNull(),
    /** Their id with better-auth, where they were signed in. */
    actorId: uuid('actor_id'),
    /** One of `app/admin-log/action-names.ts`. */
    action: text('action').notNull(),
    /** What it was done to, such as `product 1001`. */
    subject: text('subject').notNull(),
    before: jsonb('before'),
    after: jsonb('after'),
  },
  (t) => [
    index('admin_actions_by_actor').on(t.actor, t.id.desc()),
    index('admin_actions_by_subject').on(t.subject, t.id.desc()),
  ],
);
