import { sql } from 'drizzle-orm';
import { db, type Tx } from '#app/database/db.server.ts';
import { contributions, orderLines, products } from '#db/schema.ts';
import { testNamed } from '#app/catalogue/test-named.server.ts';

/** What orders gave to, or were meant for: products by their number, per order; none of a donation. */
export async function paidForOf(orderIds: string[], tx: Tx = db()) {
  const ids = sql.param(orderIds);
  const { rows } = await tx.execute<{ order_id: string; id: number; name: string }>(sql`
    select c.order_id, p.id, ${testNamed('p')} as name from ${contributions} c
      join ${products} p on p.id = c.product_id where c.order_id = any(${ids}::uuid[])
    union
    select l.order_id, l.product_id, l.product_name from ${orderLines} l
      where l.order_id = any(${ids}::uuid[])
        and not exists (select from ${contributions} c where c.order_id = l.order_id)
    order by 2`);
  return (orderId: string) =>
    rows.filter((row) => row.order_id === orderId).map(({ id, name }) => ({ id, name }));
}
