import { sql } from 'drizzle-orm';
import { db } from '#app/platform/database/db.server.ts';
import { standingCents } from '#app/funding/standing-match.server.ts';
import { productAccount } from '#app/ledger/accounts.ts';

/** What a match has done so far, and stands; amounts in cents. */
export interface MatchStory {
  gifts: number;
  matchedCents: number;
  /** Products that it added to, the one with the most first. */
  products: { id: number; name: string; cents: number }[];
  /** Of what it did not use: went back to its sponsor, or is on its way; to a pool; to the project. */
  backCents: number;
  toPoolCents: number;
  toProjectCents: number;
}

/** What a match has done, and where what it did not use went. */
export async function matchStory(id: number): Promise<MatchStory> {
  const { rows: products } = await db().execute<{
    id: number;
    name: string;
    cents: number;
    gifts: number;
  }>(sql`
    select added.id, added.name, sum(added.cents)::float8 as cents, count(*)::int as gifts
    from (
      select paid_for.id, paid_for.name, ${standingCents} as cents
      from match_promises p join products paid_for on paid_for.id = p.product_id
      join products place on place.id = coalesce(paid_for.merged_into, paid_for.id)
      where p.match_id = ${id} and p.status = 'spent'
    ) added where added.cents > 0
    group by 1, 2 order by 3 desc, 1`);
  const { rows: back } = await db().execute<{ cents: number }>(sql`
    select coalesce(sum(r.amount_cents), 0)::float8 as cents
    from contributions c join refunds r on r.contribution_id = c.id
    where c.product_id = ${id} and r.reason = 'match_unused'`);
  const { rows: on } = await db().execute<{ pool: number; project: number }>(sql`
    select coalesce(sum(e.amount_cents) filter (where e.account like 'product:%'), 0)::float8 as pool,
      coalesce(sum(e.amount_cents) filter (where e.account = 'donations'), 0)::float8 as project
    from ledger_entries own
    join ledger_transactions t on t.id = own.transaction_id and t.source like 'unused:%'
    join ledger_entries e on e.transaction_id = t.id and e.account <> own.account
    where own.account = ${productAccount(id)}`);
  return {
    gifts: products.reduce((sum, { gifts }) => sum + gifts, 0),
    matchedCents: products.reduce((sum, { cents }) => sum + cents, 0),
    products: products.map(({ id: of, name, cents }) => ({ id: of, name, cents })),
    backCents: back[0]?.cents ?? 0,
    toPoolCents: on[0]?.pool ?? 0,
    toProjectCents: on[0]?.project ?? 0,
  };
}
