import { and, eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { db } from '#app/database/db.server.ts';
import { orders } from '#db/schema.ts';

/**
 * Stores which checkout session an order has; false where the order has ended meanwhile, so that
 * nobody may be sent to that session any more.
 */
export async function rememberSession(
  orderId: string,
  session: Pick<Stripe.Checkout.Session, 'id' | 'url'>,
): Promise<boolean> {
  const kept = await db()
    .update(orders)
    .set({ sessionId: session.id, sessionUrl: session.url })
    .where(and(eq(orders.id, orderId), eq(orders.status, 'open')))
    .returning({ id: orders.id });
  return kept.length > 0;
}
