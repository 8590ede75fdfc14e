import { sql } from 'drizzle-orm';
import { db, type Tx } from '#app/platform/database/db.server.ts';
import { standingCents } from '#app/funding/standing-match.server.ts';
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
    select coalesce(sum(cents), 0)::float8 as cents, count(distinct id)::int as products
    from (
      select place.id, ${standingCents} as cents
      from ${matchPromises} p join ${products} paid_for on paid_for.id = p.product_id
      join ${products} place on place.id = coalesce(paid_for.merged_into, paid_for.id)
      where p.status = 'spent' and p.settled_at > ${after.toISOString()}::timestamptz
        and p.settled_at <= ${until.toISOString()}::timestamptz
        and place.hidden_at is null and place.removed_at is null
    ) added where cents > 0`);
  return { cents: Number(rows[0]?.cents ?? 0), products: Number(rows[0]?.products ?? 0) };
}
