import { eq, sql, type SQL } from 'drizzle-orm';
import type { Account } from './accounts.ts';
import { assert } from '#app/kit/assert.ts';
import { asTable } from '#app/database/as-table.ts';
import { sumColumn, type Tx } from '#app/database/db.server.ts';
import { ledgerEntries, ledgerTransactions } from '#db/schema.ts';

/** Signed cents on an account, and the share that they are of; of none where that is left out. */
export type Entry = [account: Account, cents: number, shareId?: string | null];

/** One happening with money, as it is booked. */
export interface Posting {
  /** Why, in a few words: `checkout paid`, `demo funding`. */
  reason: string;
  /** The event that caused it, e.g. `checkout:cs_…`; a second posting of it is refused. */
  source: string;
  /** One of `ledger_kinds`; where it is left out, what the source begins with. */
  kind?: string;
  /** Summing to zero; zeros are left out. */
  entries: Entry[];
}

/**
 * Books one happening, inside the caller's transaction. A source that was booked before violates a
 * unique constraint and rolls the caller back: nothing is ever booked twice.
 */
export async function post(tx: Tx, posting: Posting): Promise<void> {
  await tx.execute(sql`with ${bookings([posting])} select`);
}

/** Entries of so many cents that go from one account to another. */
export function fromTo(from: Account, to: Account, cents: number): Entry[] {
  return [
    [from, -cents],
    [to, cents],
  ];
}

/** What books several happenings as `post` does, in their order, for the `with` of one statement. */
export function bookings(postings: Posting[]): SQL {
  const entries = postings.flatMap(movingEntries);
  return sql`booked as (
      insert into ${ledgerTransactions} (reason, source, kind, created_at)
        select reason, source, coalesce(kind, split_part(source, ':', 1)), now()
        from ${asTable(postings, { reason: 'text', source: 'text', kind: 'text' })}
          with ordinality as happening (reason, source, kind, at) order by at
      returning id, source
    ), entries as (
      insert into ${ledgerEntries} (transaction_id, account, share_id, amount_cents)
        select booked.id, entry.account, entry.share, entry.cents
        from ${asTable(entries, { source: 'text', account: 'text', shareId: 'uuid', amountCents: 'bigint' })}
          with ordinality as entry (source, account, share, cents, at)
        join booked on booked.source = entry.source order by entry.at
    )`;
}

function movingEntries({ source, entries }: Posting) {
  const moving = entries.filter(([, amountCents]) => amountCents !== 0);
  const sum = moving.reduce((total, [, amountCents]) => total + amountCents, 0);
  assert(sum === 0, `ledger entries of ${source} sum to zero, not ${sum}`);
  assert(moving.length >= 2, `ledger posting ${source} moves something`);
  return moving.map(([account, amountCents, shareId]) => ({
    source,
    account,
    amountCents,
    shareId,
  }));
}

/** Cents on each of the accounts that fit. */
export async function balancesOf(tx: Tx, where?: SQL): Promise<Map<string, number>> {
  const { account, amountCents } = ledgerEntries;
  const rows = await tx
    .select({ account, cents: sql<number>`sum(${amountCents})::float8` })
    .from(ledgerEntries)
    .where(where)
    .groupBy(account);
  return new Map(rows.map((row) => [row.account, row.cents]));
}

/** Whether a happening is on the books already. */
export async function isPosted(tx: Tx, source: string): Promise<boolean> {
  return (await postedAmong(tx, [source])).has(source);
}

/** Those of the sources that are on the books already. */
export async function postedAmong(tx: Tx, sources: string[]): Promise<Set<string>> {
  const { source } = ledgerTransactions;
  const own = sql`${source} = any(${sql.param(sources)}::text[])`;
  const rows = await tx.select({ source }).from(ledgerTransactions).where(own);
  return new Set(rows.map((row) => row.source));
}

/** Cents on an account. */
export async function balanceOf(tx: Tx, account: Account): Promise<number> {
  return sumColumn(tx, ledgerEntries.amountCents, eq(ledgerEntries.account, account));
}
