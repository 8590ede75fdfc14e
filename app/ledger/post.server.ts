import { and, eq, sql } from 'drizzle-orm';
import type { Account } from './accounts.ts';
import { assert } from '#app/kit/assert.ts';
import type { Tx } from '#app/platform/database/db.server.ts';
import { ledgerEntries, ledgerTransactions } from '#db/schema.ts';

interface Posting {
  /** Why, in a few words: `checkout paid`, `demo funding`. */
  reason: string;
  /** The event that caused it, e.g. `checkout:cs_…`; a second posting of it is refused. */
  source: string;
  /** Signed cents per account, summing to zero; zeros are left out. */
  entries: [Account, number][];
}

/**
 * Books one happening, inside the caller's transaction. A source that was booked before violates a
 * unique constraint and rolls the caller back: nothing is ever booked twice.
 */
export async function post(tx: Tx, { reason, source, entries }: Posting): Promise<void> {
  const moving = entries.filter(([, amountCents]) => amountCents !== 0);
  const sum = moving.reduce((total, [, amountCents]) => total + amountCents, 0);
  assert(sum === 0, `ledger entries of ${source} sum to zero, not ${sum}`);
  assert(moving.length >= 2, `ledger posting ${source} moves something`);
  // One statement: every payment passes here, while it holds its product.
  await tx.execute(sql`
    with booked as (
      insert into ${ledgerTransactions} (reason, source) values (${reason}, ${source}) returning id
    )
    insert into ${ledgerEntries} (transaction_id, account, amount_cents)
      select booked.id, entry.account, entry.cents from booked, unnest(
        ${sql.param(moving.map(([account]) => account))}::text[],
        ${sql.param(moving.map(([, amountCents]) => amountCents))}::bigint[]
      ) as entry (account, cents)`);
}

/** Whether a happening is on the books already. */
export async function isPosted(tx: Tx, source: string): Promise<boolean> {
  const [found] = await tx
    .select({ id: ledgerTransactions.id })
    .from(ledgerTransactions)
    .where(eq(ledgerTransactions.source, source));
  return found !== undefined;
}

/** Cents on an account. */
export async function balanceOf(tx: Tx, account: Account): Promise<number> {
  const [row] = await tx
    .select({ cents: sql<number>`coalesce(sum(${ledgerEntries.amountCents}), 0)::float8` })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.account, account));
  return row?.cents ?? 0;
}

/** Cents that a happening put on an account; 0 where it did not. */
export async function balanceOfSource(tx: Tx, source: string, account: Account): Promise<number> {
  const [row] = await tx
    .select({ cents: sql<number>`coalesce(sum(${ledgerEntries.amountCents}), 0)::float8` })
    .from(ledgerEntries)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerEntries.transactionId))
    .where(and(eq(ledgerTransactions.source, source), eq(ledgerEntries.account, account)));
  return row?.cents ?? 0;
}
