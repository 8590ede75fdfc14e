import { and, asc, eq, sql, type SQL } from 'drizzle-orm';
import { now } from '#app/platform/clock.server.ts';
import { asTable } from '#app/database/as-table.ts';
import type { Tx } from '#app/database/db.server.ts';
import { products } from '#db/schema.ts';

/** A product as funding sees it, all amounts in cents. */
export type LockedProduct = typeof products.$inferSelect;

/**
 * Locks products until the transaction ends, always in the order of their codes, so that two
 * checkouts of the same products never wait for each other in a circle: once a transaction, for all that
 * it does (decision 0183). Rows that refer to them are written beside it. Unknown codes are left out.
 */
export async function lockProducts(tx: Tx, ids: number[]): Promise<Map<number, LockedProduct>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select()
    .from(products)
    .where(sql`${products.id} = any(${sql.param(ids)}::int[])`)
    .orderBy(asc(products.id))
    .for('no key update');
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Reserves so many cents of locked products; below zero, releases them. More than they need beside what
 * is reserved already throws and rolls back.
 */
export async function reserveCents(tx: Tx, cents: Map<number, number>): Promise<void> {
  const { rowCount } = await tx.execute(sql`
    update ${products} set reserved_cents = reserved_cents + change.cents
    from ${byProduct(cents)} as change (id, cents)
    where products.id = change.id
      and (change.cents < 0 or raised_cents + reserved_cents + change.cents <= target_cents)`);
  if (rowCount !== cents.size) throw new Error('More would be reserved than is needed.');
}

/**
 * Writes what locked products have raised, by how many, and whether that is their goal, from what
 * stands at them, in the transaction that changed that; of their reservations so many cents end with it.
 * Before testing has begun, a product below its goal can be funded again. Returns
 * those that have their goal by it.
 */
export async function recount(tx: Tx, releasedCents: Map<number, number>): Promise<number[]> {
  if (releasedCents.size === 0) return [];
  const { rows } = await tx.execute<{ id: number; is_newly_full: boolean }>(sql`
    with standing as materialized (
      select p.id, p.testing_status as was, change.released,
        coalesce(sum(c.amount_cents), 0)::int as raised,
        count(distinct c.email_normalised)::int as givers,
        case
          when p.testing_status = 'Untested' and coalesce(sum(c.amount_cents), 0) >= p.target_cents
            then 'Testing in Progress'
          when p.testing_status = 'Testing in Progress' and p.testing_begun_at is null
            and coalesce(sum(c.amount_cents), 0) < p.target_cents then 'Untested'
          else p.testing_status end as status
      from ${byProduct(releasedCents)} as change (id, released)
      join ${products} p on p.id = change.id
      left join contributions c on c.product_id = p.id and c.status = 'paid'
      group by p.id, change.released
    )
    update ${products} set raised_cents = s.raised, contributor_count = s.givers,
      reserved_cents = reserved_cents - s.released, testing_status = s.status,
      fell_at = case when s.status = s.was then fell_at
        when s.status = 'Untested' then ${now().toISOString()}::timestamptz end
    from standing s where products.id = s.id
    returning products.id, s.status <> s.was and s.status = 'Testing in Progress' as is_newly_full`);
  return rows.filter((row) => row.is_newly_full).map(({ id }) => id);
}

function byProduct(centsById: Map<number, number>): SQL {
  const rows = [...centsById].map(([id, cents]) => ({ id, cents }));
  return asTable(rows, { id: 'int', cents: 'int' });
}

/** Has a demonstration product have raised made-up money, which is of no share. */
export async function raiseDemo(tx: Tx, id: number, raisedCents: number): Promise<void> {
  await tx
    .update(products)
    .set({ raisedCents })
    .where(and(eq(products.id, id), products.isDemo));
}
