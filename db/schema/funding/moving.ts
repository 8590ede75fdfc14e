import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, moment } from '#db/schema/columns.ts';
import { contributions } from './checkout.ts';

/** Mailed links by which a giver says where a contribution goes, as hashes only; each works once. */
export const moveLinks = pgTable(
  'move_links',
  {
    tokenHash: text('token_hash').primaryKey(),
    contributionId: uuid('contribution_id')
      .notNull()
      .references(() => contributions.id),
    createdAt: createdAt(),
    usedAt: moment('used_at'),
  },
  (t) => [index('move_links_by_contribution').on(t.contributionId)],
);
