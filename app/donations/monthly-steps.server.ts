import { sql, type SQL } from 'drizzle-orm';
import type { MonthlyStep } from './monthly-words.ts';
import { db, type Tx } from '#app/platform/database/db.server.ts';

interface Row {
  [column: string]: unknown;
  id: number;
  name: string;
  levels: number;
  target: number;
  before: number;
  cents: number;
  pool: string | null;
  source: string;
  paid_at: string[];
}

/** The booking of an order's payment. */
const PAID_UNDER = sql`case when o.session_id is null then 'invoice:' || o.invoice_id
  else 'checkout:' || o.session_id end`;

/** Of pools' bookings alone: the database may read those of others too, whose sources have no number. */
const POOL_OF_BOOKING = sql`case when t.source like 'pool:%' then split_part(t.source, ':', 2)::int end`;

/**
 * The samples that a monthly gift completed, by itself or within a pool, since the payment before this
 * one; each is told of once, in the receipt of the month.
 */
export async function stepsOfMonth(orderId: string, tx: Tx = db()): Promise<MonthlyStep[]> {
  const booked = (of: SQL) => sql`(select t.id from orders o
    join ledger_transactions t on t.source = ${PAID_UNDER} where ${of})`;
  const own = booked(sql`o.id = ${orderId}::uuid`);
  const last = sql`(select max(id) from ${booked(sql`o.subscription_id = (
    select subscription_id from orders where id = ${orderId}::uuid)`)} all_of where id < ${own})`;
  const since = sql`o.subscription_id = (select subscription_id from orders where id = ${orderId}::uuid)
    and t.id > coalesce(${last}, 0) and t.id <= ${own}`;
  return steps(since, tx);
}

/** The same of all monthly gifts of a person, as of the moments at which they were booked. */
export async function stepsBetween(
  emailNormalised: string,
  after: Date,
  until: Date,
): Promise<MonthlyStep[]> {
  return steps(sql`s.email_normalised = ${emailNormalised}
    and t.created_at > ${after.toISOString()}::timestamptz
    and t.created_at <= ${until.toISOString()}::timestamptz`);
}

/** In the order in which they were completed; what a product stood at before follows from the ledger. */
async function steps(which: SQL, tx: Tx = db()): Promise<MonthlyStep[]> {
  const { rows } = await tx.execute<Row>(sql`
    select p.id, p.name, p.levels, p.target_cents as target, moved.pool, moved.source,
      json_agg(moved.paid_at order by moved.paid_at) as paid_at,
      moved.amount_cents::float8 as cents,
      (select coalesce(sum(b.amount_cents), 0)::float8 from ledger_entries b
       where b.account = moved.account and b.transaction_id < moved.at) as before
    from (
      select o.paid_at, null as pool, t.source, t.id as at, e.account, e.amount_cents
      from orders o join subscriptions s on s.id = o.subscription_id
      join ledger_transactions t on t.source = ${PAID_UNDER}
      join ledger_entries e on e.transaction_id = t.id
      where o.status = 'paid' and ${which}
      union
      select o.paid_at, from_pool.name, t.source, t.id, e.account, e.amount_cents
      from orders o join subscriptions s on s.id = o.subscription_id
      join contributions c on c.order_id = o.id and c.spent_by is not null
      join ledger_transactions t on t.source = c.spent_by
      join products from_pool on from_pool.id = ${POOL_OF_BOOKING}
      join ledger_entries e on e.transaction_id = t.id
      where ${which}
    ) moved join products p on moved.account = 'product:' || p.id and p.pool_kind is null
    where moved.amount_cents > 0
    group by p.id, moved.pool, moved.source, moved.at, moved.account, moved.amount_cents
    order by moved.at, p.id`);
  return rows.flatMap((row) => {
    const countAt = (cents: number) => Math.floor((cents * row.levels) / row.target);
    const [had, has] = [countAt(row.before), countAt(row.before + row.cents)];
    const samples = Array.from({ length: has - had }, (_, at) => had + at + 1);
    if (samples.length === 0) return [];
    const { id, name, levels, pool, source } = row;
    const paidAt = row.paid_at.map((at) => new Date(at));
    return [{ product: { id, name }, samples, levels, pool, source, paidAt }];
  });
}
