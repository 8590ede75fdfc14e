import { and, eq } from 'drizzle-orm';
import type { Order } from '#app/funding/order.ts';
import { balanceOfSource } from '#app/ledger/post.server.ts';
import type { Tx } from '#app/platform/db.server.ts';
import { orders } from '#db/schema.ts';
import { IS_UNDER_REVIEW } from '#db/under-review.ts';

/** Cents of a locked order that are under review still; 0 where nothing is, or it is decided on. */
export async function reviewLeft(tx: Tx, { id, sessionId }: Order): Promise<number> {
  const [open] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, id), IS_UNDER_REVIEW));
  return open ? balanceOfSource(tx, `checkout:${sessionId}`, 'review') : 0;
}
