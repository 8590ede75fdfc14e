import { sql } from 'drizzle-orm';
import { csvText } from '#app/kit/csv.ts';
import { dollarsFromCents } from '#app/kit/money.ts';
import { db } from '#app/database/db.server.ts';

/** What happened, by the source of its booking; of a movement at Stripe, by its type. */
const KINDS: [what: string, sources: RegExp][] = [
  ['payments', /^(checkout|invoice|payment)$/],
  ['refunds', /^refund(-requested|-failed)?$/],
  ['disputes', /^(dispute|contested)$/],
  ['fees', /^fee$/],
  ['payouts', /^balance at Stripe: (payout|topup)/],
  ['other movements at Stripe', /^balance at Stripe: /],
  ['costs of tests', /^test-/],
  ['decisions on unmatched money', /^(allocated|unallocated|restored|taken-up)$/],
  ['moves between products', /^(move|merge)$/],
];

/**
 * Cents by month (UTC, by when they were booked), by what happened, and by account, without its product.
 * Those of an account sum up to its balance.
 */
export async function monthlyBooks() {
  const cases = KINDS.map(([what, { source }]) => sql`when source ~ ${source} then ${what}`);
  const { rows } = await db().execute<{
    month: string;
    what: string;
    account: string;
    cents: number;
  }>(sql`
    select to_char(created_at at time zone 'UTC', 'YYYY-MM') as month,
      case ${sql.join(cases, sql` `)} else 'other' end as what,
      split_part(account, ':', 1) as account, sum(amount_cents)::float8 as cents
    from ledger_entries e join (
      select id, created_at,
        case when source like 'balance:%' then reason else split_part(source, ':', 1) end as source
      from ledger_transactions
    ) t on t.id = e.transaction_id
    group by 1, 2, 3 order by 1, 2, 3`);
  return rows;
}

/** The same for an accountant, in dollars. */
export async function monthlyCsv(): Promise<string> {
  const rows = await monthlyBooks();
  const lines = rows.map((row) => [row.month, row.what, row.account, dollarsFromCents(row.cents)]);
  return csvText([['month_utc', 'what', 'account', 'dollars'], ...lines]);
}
