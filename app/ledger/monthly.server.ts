import { sql } from 'drizzle-orm';
import { WITH_KIND } from './with-kind.ts';
import { csvText } from '#app/kit/csv.ts';
import { dollarsFromCents } from '#app/kit/money.ts';
import { db } from '#app/database/db.server.ts';

/**
 * Cents by month (UTC, by when they were booked), by what happened, and by account, without its product.
 * Those of an account sum up to its balance.
 */
export async function monthlyBooks() {
  const { rows } = await db().execute<{
    month: string;
    what: string;
    account: string;
    cents: number;
  }>(sql`
    select to_char(t.created_at at time zone 'UTC', 'YYYY-MM') as month,
      coalesce(k.what, 'other') as what, split_part(e.account, ':', 1) as account,
      sum(e.amount_cents)::float8 as cents
    from ledger_entries e join ledger_transactions t on t.id = e.transaction_id ${WITH_KIND}
    group by 1, 2, 3 order by 1, 2, 3`);
  return rows;
}

/** The same for an accountant, in dollars. */
export async function monthlyCsv(): Promise<string> {
  const rows = await monthlyBooks();
  const lines = rows.map((row) => [row.month, row.what, row.account, dollarsFromCents(row.cents)]);
  return csvText([['month_utc', 'what', 'account', 'dollars'], ...lines]);
}
