import { sql } from 'drizzle-orm';
import { counted } from '#app/kit/text.ts';
import { db } from '#app/database/db.server.ts';

/**
 * Orders that this database had lost and that were written anew from what Stripe has (decision 0094):
 * how many there are, and of how many the money is under review still.
 */
export async function lostOrders(): Promise<{ adopted: number; left: number }> {
  const { rows } = await db().execute<{ adopted: number; left: number }>(sql`
    select count(*)::int as adopted, (count(*) filter (where status = 'review' and exists (
        select from unmatched u where u.open_cents > 0
          and u.payment_intent_id = orders.payment_intent_id)))::int as left
    from orders where adopted_at is not null`);
  return rows[0] ?? { adopted: 0, left: 0 };
}

/** A sentence while the money of some of them is under review. */
export async function lostOrdersWarning(): Promise<string | null> {
  const { left } = await lostOrders();
  if (left === 0) return null;
  const what = counted(left, 'order that was lost', 'orders that were lost');
  return `The money of ${what} with part of the database waits to be matched.`;
}
