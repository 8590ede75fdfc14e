import { and, eq } from 'drizzle-orm';
import type { Order } from '#app/funding/order.ts';
import type { Tx } from '#app/platform/db.server.ts';
import { orders } from '#db/schema.ts';
import { IS_UNDER_REVIEW, REVIEW_LEFT_CENTS } from '#db/under-review.ts';

/** Cents of a locked order that are under review still; 0 where nothing is, or it is decided on. */
export async function reviewLeft(tx: Tx, { id }: Order): Promise<number> {
  const [open] = await tx
    .select({ cents: REVIEW_LEFT_CENTS })
    .from(orders)
    .where(and(eq(orders.id, id), IS_UNDER_REVIEW));
  return open?.cents ?? 0;
}
