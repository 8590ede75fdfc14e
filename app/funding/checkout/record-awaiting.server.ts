import { eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { payerEmail } from '#app/funding/checkout-session.server.ts';
import { isDonation } from '#app/funding/order.ts';
import { linesOf, lockOrder } from '#app/funding/store.server.ts';
import { normaliseEmail } from '#app/kit/text.ts';
import { db } from '#app/platform/database/db.server.ts';
import { contributions, orders } from '#db/schema.ts';

/**
 * A completed checkout whose money is still under way (a bank debit, say): the reservation stays,
 * and the contributions stand as pending until Stripe says paid or failed.
 */
export async function recordAwaiting(orderId: string, session: Stripe.Checkout.Session) {
  const email = payerEmail(session) ?? '';
  await db().transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order?.status !== 'open') return;
    const parts: Pick<typeof contributions.$inferInsert, 'productId' | 'amountCents'>[] =
      isDonation(order) ? [order] : await linesOf(tx, orderId);
    const announced = parts.map(({ productId = null, amountCents }) => ({
      orderId,
      productId,
      email,
      emailNormalised: normaliseEmail(email),
      amountCents,
      status: 'pending',
      createdAt: order.createdAt,
    }));
    // A submission's product is there only once it is paid.
    if (announced.length > 0) await tx.insert(contributions).values(announced);
    await tx
      .update(orders)
      .set({ status: 'awaiting', sessionId: session.id, email })
      .where(eq(orders.id, orderId));
  });
}
