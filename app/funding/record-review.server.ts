import { eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { Order } from '#app/funding/order.ts';
import type { Payment } from '#app/funding/order-kinds.server.ts';
import { postFee } from '#app/funding/post-fee.server.ts';
import { giveBack } from '#app/funding/release.server.ts';
import { setAside } from '#app/funding/unmatched.server.ts';
import type { Tx } from '#app/platform/db.server.ts';
import { queueMails } from '#app/platform/mail-queue.server.ts';
import { notifyAdministrators } from '#app/platform/notify-administrators.server.ts';
import { orders } from '#db/schema.ts';

/**
 * Money that came but is not what its order asked for: it raises nothing, is
 * unmatched, and waits for an administrator; its payer is told. U.S. dollars only are booked; another currency has no
 * account here and shows in the audit.
 */
export async function recordForReview(
  tx: Tx,
  order: Order,
  payment: Payment,
  session: Stripe.Checkout.Session,
  note: string,
): Promise<void> {
  await giveBack(tx, order);
  const amountCents = session.amount_total ?? 0;
  if (session.currency === 'usd' && amountCents > 0) {
    const { paymentIntentId, paidAt: happenedAt, source } = payment;
    const id = paymentIntentId ?? session.id;
    await setAside(tx, { id, paymentIntentId, amountCents, happenedAt }, source);
    if (payment.fee) await postFee(tx, payment.fee, []);
    const about = { params: { orderId: order.id }, key: order.id };
    await notifyAdministrators(tx, 'payment-review', about);
    if (payment.email) {
      const dedupeKey = `under-review:${order.id}`;
      const params = { orderId: order.id };
      const toEmail = payment.email;
      await queueMails(tx, [{ name: 'under-review', toEmail, params, dedupeKey }]);
    }
  }
  await tx
    .update(orders)
    .set({
      status: 'review',
      note,
      sessionId: session.id,
      paymentIntentId: payment.paymentIntentId,
      email: payment.email || null,
      paidAt: payment.paidAt,
      closedAt: payment.paidAt,
    })
    .where(eq(orders.id, order.id));
}
