import { sql } from 'drizzle-orm';
import { findPool, openPools, type Pool } from '#app/catalogue/pools.server.ts';
import { dollarsFromCents } from '#app/kit/money.ts';
import { db } from '#app/platform/database/db.server.ts';

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
  const spent = await spentByPool();
  return (await openPools()).map((pool) => shownAs(pool, spent));
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
    from ledger_transactions t
    join ledger_entries e on e.transaction_id = t.id and e.amount_cents > 0
    join products p on e.account = 'product:' || p.id
    where t.source like ${`pool:${id}:%`}
    order by t.id desc limit ${STEPS_SHOWN}`);
  const steps = rows.map((row) => ({
    day: row.day,
    product: { id: row.id, name: row.name },
    dollars: dollarsFromCents(row.cents),
  }));
  return { pool: shownAs(pool, await spentByPool()), steps };
}

/** Cents by pool, from the ledger. */
async function spentByPool(): Promise<Map<number, number>> {
  const { rows } = await db().execute<{ id: number; cents: number }>(sql`
    select split_part(t.source, ':', 2)::int as id, -sum(e.amount_cents)::float8 as cents
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
    where t.source like 'pool:%' and e.account = 'product:' || split_part(t.source, ':', 2)
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
