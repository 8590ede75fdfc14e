import { eq } from 'drizzle-orm';
import Stripe from 'stripe';
import { orderOfPayment } from '#app/funding/order-of-payment.server.ts';
import { recordRefund } from '#app/funding/record-refund.server.ts';
import { settleFailed } from '#app/funding/settle-failed.server.ts';
import { idOf } from '#app/funding/stripe-payment.server.ts';
import { isUuid } from '#app/kit/text.ts';
import { isPosted } from '#app/ledger/post.server.ts';
import { db } from '#app/platform/db.server.ts';
import { stripe } from '#app/platform/stripe.server.ts';
import { refunds } from '#db/schema.ts';

/**
 * Brings a refund that failed to what Stripe says of its payment now, before somebody decides that it
 * never arrives. Whether a refund that may be meant for it is on its way there, and so not on the
 * books yet. Throws where Stripe is out of reach.
 */
export async function refreshFailedRefund(refundId: string): Promise<{ isOnItsWay: boolean }> {
  const [refund] = isUuid(refundId)
    ? await db().select().from(refunds).where(eq(refunds.id, refundId))
    : [];
  if (refund?.status !== 'failed') return { isOnItsWay: false };
  let isOnItsWay = false;
  const made = stripe().refunds.list({ payment_intent: refund.paymentIntentId, limit: 100 });
  for await (const one of made) {
    await recordRefund(one.id);
    const allocation = one.metadata?.allocation_id ?? refundId;
    const hasFailed = one.status === 'failed' || one.status === 'canceled';
    if (hasFailed || allocation !== refundId) continue;
    isOnItsWay ||= !(await isPosted(db(), `refund:${one.id}`));
  }
  await db().transaction(async (tx) => void (await settleFailed(tx, refundId)));
  return { isOnItsWay };
}

/**
 * The same for one refund at Stripe; the id of its order, undefined where it is of none of ours, or
 * Stripe does not know it. Throws where Stripe is out of reach.
 */
export async function refreshRefund(stripeRefundId: string): Promise<string | undefined> {
  if (!/^\w{1,255}$/.test(stripeRefundId)) return undefined;
  try {
    const made = await stripe().refunds.retrieve(stripeRefundId);
    await recordRefund(made.id);
    const paymentIntentId = idOf(made.payment_intent);
    return paymentIntentId ? (await orderOfPayment(paymentIntentId))?.id : undefined;
  } catch (error) {
    const { StripeInvalidRequestError } = Stripe.errors;
    const isUnknown =
      error instanceof StripeInvalidRequestError && error.code === 'resource_missing';
    if (isUnknown) return undefined;
    throw error;
  }
}
