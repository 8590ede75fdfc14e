import { sql } from 'drizzle-orm';
import { db, type Tx } from '#app/platform/database/db.server.ts';
import { matchPromises, products } from '#db/schema.ts';

/**
 * What matches added between two moments, the second one included, and still stands: cents, and to how
 * many products. What is kept from sight is not counted.
 */
export async function matchedBetween(
  after: Date,
  until: Date,
  tx: Tx = db(),
): Promise<{ cents: number; products: number }> {
  const { rows } = await tx.execute<{ cents: number; products: number }>(sql`
    select coalesce(sum(m.amount_cents), 0)::float8 as cents,
      count(distinct coalesce(p.merged_into, p.id))::int as products
    from ${matchPromises} m join ${products} p on p.id = m.product_id
    where m.status = 'spent' and m.settled_at > ${after.toISOString()}::timestamptz
      and m.settled_at <= ${until.toISOString()}::timestamptz
      and p.hidden_at is null and (p.removed_at is null or p.merged_into is not null)`);
  return { cents: Number(rows[0]?.cents ?? 0), products: Number(rows[0]?.products ?? 0) };
}
