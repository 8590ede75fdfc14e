import { eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { db } from '#app/platform/db.server.ts';
import { orders } from '#db/schema.ts';

/** Stores which checkout session an order has. */
export async function rememberSession(
  orderId: string,
  session: Pick<Stripe.Checkout.Session, 'id' | 'url'>,
): Promise<void> {
  await db()
    .update(orders)
    .set({ sessionId: session.id, sessionUrl: session.url })
    .where(eq(orders.id, orderId));
}
