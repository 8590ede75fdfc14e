import { asc, count } from 'drizzle-orm';
import { db } from '#app/platform/db.server.ts';
import { orders } from '#db/schema.ts';
import { IS_UNDER_REVIEW } from '#db/under-review.ts';

/** Payments under review that nobody has decided on, the oldest first, at most `limit`. */
export async function listReviews(limit: number) {
  return db()
    .select()
    .from(orders)
    .where(IS_UNDER_REVIEW)
    .orderBy(asc(orders.paidAt), asc(orders.id))
    .limit(limit);
}

export async function countReviews(): Promise<number> {
  const [row] = await db().select({ of: count() }).from(orders).where(IS_UNDER_REVIEW);
  return row?.of ?? 0;
}
