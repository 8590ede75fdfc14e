import { sql } from 'drizzle-orm';
import { allPools, findPool, openPools, type Pool } from '#app/catalogue/pools.server.ts';
import { dollarsFromCents } from '#app/kit/money.ts';
import { productAccount } from '#app/ledger/accounts.ts';
import { db, type Tx } from '#app/platform/database/db.server.ts';

/** A pool as its page shows it; amounts in dollars. */
export interface ShownPool {
  id: number;
  name: string;
  raisedDollars: number;
  /** What it has spent on samples. */
  spentDollars: number;
  contributors: number;
  isClosed: boolean;
}

/** A sample that a pool completed. */
interface PoolStep {
  /** As `2026-11-25`. */
  day: string;
  product: { id: number; name: string };
  dollars: number;
}

/** Steps shown; the ledger has all. */
const STEPS_SHOWN = 100;

/** The pools that take money. */
export async function shownPools(): Promise<ShownPool[]> {
  const pools = await openPools();
  const spent = await spentBy(pools);
  return pools.map((pool) => shownAs(pool, spent));
}

/** One pool with what it did, the newest first, closed ones too; undefined where there is none. */
export async function shownPool(
  id: number,
): Promise<{ pool: ShownPool; steps: PoolStep[] } | undefined> {
  const pool = await findPool(id);
  if (!pool) return undefined;
  const { rows } = await db().execute<{ day: string; id: number; name: string; cents: number }>(sql`
    select (t.created_at at time zone 'utc')::date::text as day, p.id, p.name,
      e.amount_cents::float8 as cents
    from ledger_entries spent
    join ledger_transactions t on t.id = spent.transaction_id and t.source like ${`pool:${id}:%`}
    join ledger_entries e on e.transaction_id = t.id and e.account like 'product:%'
    join products p on p.id = split_part(e.account, ':', 2)::int
    where spent.account = ${productAccount(id)} and spent.amount_cents < 0 and e.amount_cents > 0
    order by t.id desc limit ${STEPS_SHOWN}`);
  const steps = rows.map((row) => ({
    day: row.day,
    product: { id: row.id, name: row.name },
    dollars: dollarsFromCents(row.cents),
  }));
  return { pool: shownAs(pool, await spentBy([pool])), steps };
}

/** A product that is not kept from sight; what was merged is told of under the other's name. */
const isShown = sql`p.hidden_at is null and (p.removed_at is null or p.merged_into is not null)`;

/** The bookings by which pools have completed samples of what is shown since a moment, the oldest first. */
export async function stepsSince(since: Date, tx: Tx = db()): Promise<string[]> {
  const accounts = sql.param((await allPools(tx)).map(({ id }) => productAccount(id)));
  const { rows } = await tx.execute<{ source: string }>(sql`
    select t.source from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
    where e.account = any(${accounts}::text[]) and e.amount_cents < 0 and t.source like 'pool:%'
      and t.created_at > ${since.toISOString()}::timestamptz
      and exists (select from ledger_entries c join products p on c.account = 'product:' || p.id
        where c.transaction_id = t.id and c.amount_cents > 0 and ${isShown})
    order by t.id`);
  return rows.map(({ source }) => source);
}

/**
 * The sample that a booking of a pool completed, amounts in cents; undefined where there is none, or its
 * product is kept from sight since.
 */
export async function stepBookedAs(
  source: string,
): Promise<{ completed: { id: number; name: string }; cents: number } | undefined> {
  const { rows } = await db().execute<{ id: number; name: string; cents: number }>(sql`
    select p.id, p.name, e.amount_cents::float8 as cents
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
    join products p on e.account = 'product:' || p.id
    where t.source = ${source} and e.amount_cents > 0 and ${isShown}`);
  const [row] = rows;
  return row && { completed: { id: row.id, name: row.name }, cents: row.cents };
}

/** Cents by pool, from the ledger; by the accounts, which are few of a ledger however long. */
async function spentBy(pools: Pool[]): Promise<Map<number, number>> {
  const accounts = sql.param(pools.map(({ id }) => productAccount(id)));
  const { rows } = await db().execute<{ id: number; cents: number }>(sql`
    select split_part(e.account, ':', 2)::int as id, -sum(e.amount_cents)::float8 as cents
    from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
    where e.account = any(${accounts}::text[]) and e.amount_cents < 0 and t.source like 'pool:%'
    group by 1`);
  return new Map(rows.map(({ id, cents }) => [id, cents]));
}

function shownAs(pool: Pool, spent: ReadonlyMap<number, number>): ShownPool {
  return {
    id: pool.id,
    name: pool.name,
    raisedDollars: dollarsFromCents(pool.raisedCents),
    spentDollars: dollarsFromCents(spent.get(pool.id) ?? 0),
    contributors: pool.contributors,
    isClosed: pool.closedAt !== null,
  };
}
