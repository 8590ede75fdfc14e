import { sql } from 'drizzle-orm';
import type { Tx } from '#app/database/db.server.ts';
import { contributions, follows, productMutes } from '#db/schema.ts';

/**
 * Has those who follow a duplicate follow the product that it is merged into, each browser by the
 * follow that it knows; returns how many. Who wanted to hear no more of the duplicate hears no more
 * of the other either, unless they hear of that one already. In the transaction that merges, before
 * the money moves: afterwards everybody would hear of the other.
 */
export async function moveFollows(tx: Tx, goneId: number, survivorId: number): Promise<number> {
  await tx.execute(sql`
    insert into ${productMutes} (email_normalised, product_id, created_at)
    select email_normalised, ${survivorId}, created_at from ${productMutes} m
    where product_id = ${goneId}
      and not exists (select from ${follows} f
                      where f.product_id = ${survivorId} and f.email_normalised = m.email_normalised)
      and not exists (select from ${contributions} c
                      where c.product_id = ${survivorId} and c.email_normalised = m.email_normalised
                        and c.status = 'paid')
    on conflict do nothing`);
  await tx.execute(sql`delete from ${productMutes} where product_id = ${goneId}`);
  const moved = await tx.execute(sql`
    update ${follows} moving set product_id = ${survivorId}
    where product_id = ${goneId}
      and not exists (select from ${follows} own
                      where own.product_id = ${survivorId}
                        and own.email_normalised = moving.email_normalised
                        and own.browser_hash = moving.browser_hash)`);
  await tx.execute(sql`delete from ${follows} where product_id = ${goneId}`);
  return moved.rowCount ?? 0;
}
