import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt } from './columns.ts';
import { shares } from '#db/schema/funding/checkout.ts';

/** One happening with money. Unique per source event, so that nothing is booked twice. */
export const ledgerTransactions = pgTable('ledger_transactions', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  reason: text('reason').notNull(),
  /** What caused it, e.g. `checkout:cs_…`. */
  source: text('source').notNull().unique(),
  createdAt: createdAt(),
});

/** A transaction's entries sum to zero when it commits, and are never changed (triggers). */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    transactionId: bigint('transaction_id', { mode: 'number' })
      .notNull()
      .references(() => ledgerTransactions.id),
    account: text('account').notNull(),
    /** Of whose cents at this place; null: of nobody's. */
    shareId: uuid('share_id').references(() => shares.id),
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
  },
  (t) => [
    index('ledger_entries_by_account').on(t.account),
    index('ledger_entries_by_transaction').on(t.transactionId),
    index('ledger_entries_by_share')
      .on(t.shareId)
      .where(sql`share_id is not null`),
    check('ledger_entries_not_zero', sql`${t.amountCents} <> 0`),
  ],
);
