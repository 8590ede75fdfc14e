import { eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { paidLines, payerEmail } from '#app/funding/checkout-session.server.ts';
import type { Order } from '#app/funding/order.ts';
import { handlerFor, type Payment } from '#app/funding/payment-handlers.server.ts';
import { recordForReview } from '#app/funding/record-review.server.ts';
import { recordAwaiting } from '#app/funding/record-awaiting.server.ts';
import { release } from '#app/funding/release.server.ts';
import { findOrder, linesOf, lockOrder } from '#app/funding/store.server.ts';
import { isUuid } from '#app/kit/text.ts';
import { now } from '#app/platform/clock.server.ts';
import { db } from '#app/platform/db.server.ts';
import { log } from '#app/platform/log.server.ts';
import { stripe } from '#app/platform/stripe.server.ts';
import { orders } from '#db/schema.ts';

/** Where an order stands after Stripe was asked. `unknown`: no order of ours. */
export type Fulfilment = Order['status'] | 'unknown';

/**
 * Brings the order of a checkout session to what Stripe says of it: the only way in which money is
 * recorded, called by the webhook, the success page, the sweep and the reconciler, as often as they
 * like (design "Money" 4). Stripe is asked; what an event or a visitor claims is only a hint.
 */
export async function fulfil(sessionId: string): Promise<Fulfilment> {
  const session = await stripe().checkout.sessions.retrieve(sessionId, {
    expand: ['payment_intent.latest_charge'],
  });
  const orderId = session.client_reference_id ?? session.metadata?.order_id;
  const order = orderId && isUuid(orderId) ? await findOrder(orderId) : undefined;
  if (!order || (order.sessionId && order.sessionId !== session.id)) return 'unknown';
  if (session.status === 'expired') {
    await release(order.id, 'expired');
  } else if (session.status === 'complete') {
    if (session.payment_status === 'paid') await recordPaid(order, session);
    else if (hasFailed(session)) await release(order.id, 'failed', 'the delayed payment failed');
    else await recordAwaiting(order.id, session);
  }
  return (await findOrder(order.id))?.status ?? 'unknown';
}

async function recordPaid(order: Order, session: Stripe.Checkout.Session): Promise<void> {
  if (order.status === 'paid' || order.status === 'review') return;
  const email = payerEmail(session);
  const paid = await paidLines(session.id);
  const payment: Payment = {
    sessionId: session.id,
    paymentIntentId: paymentIntentId(session),
    email: email ?? '',
    paidAt: paidAt(session),
  };
  await db().transaction(async (tx) => {
    const locked = await lockOrder(tx, order.id);
    if (!locked || locked.status === 'paid' || locked.status === 'review') return;
    const mismatch = mismatchOf(locked, session, paid, await linesOf(tx, order.id), email);
    if (mismatch) {
      log.error({ orderId: order.id, mismatch }, 'a payment does not match its order');
      await recordForReview(tx, locked, payment, session, mismatch);
      return;
    }
    await handlerFor(locked.kind)(tx, locked, payment);
    await tx
      .update(orders)
      .set({
        status: 'paid',
        sessionId: session.id,
        paymentIntentId: payment.paymentIntentId,
        email: payment.email,
        paidAt: payment.paidAt,
        closedAt: payment.paidAt,
      })
      .where(eq(orders.id, order.id));
  });
}

/** In words, how what was paid differs from what was ordered; undefined where it does not. */
function mismatchOf(
  order: Order,
  session: Stripe.Checkout.Session,
  paid: Map<number, number>,
  lines: { productId: number; amountCents: number }[],
  email: string | undefined,
): string | undefined {
  if (!email) return 'the session has no email';
  if (session.currency !== order.currency) return `paid in ${session.currency}`;
  if (session.amount_total !== order.amountCents) {
    return `paid ${session.amount_total} cents of ${order.amountCents}`;
  }
  const wrong = lines.find((line) => paid.get(line.productId) !== line.amountCents);
  if (wrong) return `paid ${paid.get(wrong.productId) ?? 0} cents for product ${wrong.productId}`;
  if (paid.size !== lines.length) return `paid for ${paid.size} products of ${lines.length}`;
  return undefined;
}

/** A completed session whose delayed payment will not come. */
function hasFailed(session: Stripe.Checkout.Session): boolean {
  const intent = session.payment_intent;
  if (!intent || typeof intent === 'string') return false;
  return intent.status === 'requires_payment_method' || intent.status === 'canceled';
}

/** When the charge was made, by Stripe's clock: the 365 days count from here. */
function paidAt(session: Stripe.Checkout.Session): Date {
  const intent = session.payment_intent;
  const charge = intent && typeof intent === 'object' ? intent.latest_charge : undefined;
  return charge && typeof charge === 'object' ? new Date(charge.created * 1000) : now();
}

function paymentIntentId(session: Stripe.Checkout.Session): string | null {
  const intent = session.payment_intent;
  return typeof intent === 'string' ? intent : (intent?.id ?? null);
}
