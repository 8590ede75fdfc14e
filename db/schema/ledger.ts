import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt } from './columns.ts';
import { shares } from '#db/schema/funding/checkout.ts';

/** What kinds of happenings there are; migrations alone write it. */
export const ledgerKinds = pgTable('ledger_kinds', {
  name: text('name').primaryKey(),
  /** For an accountant: `payments`. */
  what: text('what').notNull(),
  /** It takes money back to those who paid it, or brings that in again. */
  isReturn: boolean('is_return').notNull().default(false),
});

/** One happening with money. Unique per source event, so that nothing is booked twice. */
export const ledgerTransactions = pgTable('ledger_transactions', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  reason: text('reason').notNull(),
  /** What caused it, e.g. `checkout:cs_…`. */
  source: text('source').notNull().unique(),
  /** null: booked before there were kinds, or by the version before (decision 0192). */
  kind: text('kind').references(() => ledgerKinds.name),
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
