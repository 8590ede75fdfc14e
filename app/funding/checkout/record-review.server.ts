import { eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { mailPayer } from '#app/funding/mail-payer.server.ts';
import type { Order } from '#app/funding/order.ts';
import type { Payment } from '#app/funding/order-kinds.server.ts';
import { postFee } from '#app/funding/post-fee.server.ts';
import { giveBack } from './release.server.ts';
import { setAside, tellUnmatched } from '#app/funding/unmatched.server.ts';
import type { Tx } from '#app/database/db.server.ts';
import { orders } from '#db/schema.ts';

/**
 * Money that came but is not what its order asked for: it raises nothing, is unmatched, and waits
 * for an administrator; its payer is told. U.S. dollars only are booked; another currency has no
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
    await tellUnmatched(tx, id);
    await mailPayer(tx, payment, 'under-review', { orderId: order.id }, order.id);
  }
  await tx
    .update(orders)
    .set({
      status: 'review',
      note,
      sessionId: session.id,
      paymentIntentId: payment.paymentIntentId,
      feeTransactionId: payment.fee?.transactionId ?? null,
      email: payment.email || null,
      paidAt: payment.paidAt,
      closedAt: payment.paidAt,
    })
    .where(eq(orders.id, order.id));
}
