import { eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { paidLines, payerEmail } from '#app/funding/checkout-session.server.ts';
import { orderKind, type Payment } from '#app/funding/order-kinds.server.ts';
import { type Order, isDonation } from '#app/funding/order.ts';
import { postFirstFee } from '#app/funding/post-fee.server.ts';
import { findOrder, linesOf, lockOrder } from '#app/funding/store.server.ts';
import { paymentOfSession, SESSION_EXPANSIONS } from '#app/funding/stripe-payment.server.ts';
import { takeUp } from '#app/funding/unmatched/take-up.server.ts';
import { isUuid, normaliseEmail } from '#app/kit/text.ts';
import { db } from '#app/platform/database/db.server.ts';
import { log } from '#app/platform/log.server.ts';
import { stripe } from '#app/platform/stripe/stripe.server.ts';
import { orders, contributions } from '#db/schema.ts';
import { recordForReview } from './record-review.server.ts';
import { release } from './release.server.ts';

/** Where an order stands after Stripe was asked. `unknown`: no order on this site. */
type Fulfilment = Order['status'] | 'unknown';

/**
 * Brings the order of a checkout session to what Stripe says of it: the only way in which money is
 * recorded, called by the webhook, the success page, the sweep and the reconciler, as often as they
 * like (design "Money" 4). Stripe is asked; what an event or a visitor claims is only a hint.
 */
export async function fulfil(sessionId: string): Promise<Fulfilment> {
  const session = await stripe().checkout.sessions.retrieve(sessionId, {
    expand: SESSION_EXPANSIONS,
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
  const paid = await paidLines(session.id);
  await recordPayment(order.id, session, paid, await paymentOfSession(session));
}

/**
 * Books a payment as Stripe has stated it, once and in one transaction. `paid` is cents by product
 * code; what is not as ordered goes under review.
 */
export async function recordPayment(
  orderId: string,
  session: Stripe.Checkout.Session,
  paid: Map<number, number>,
  payment: Payment,
): Promise<void> {
  const email = payerEmail(session);
  await db().transaction(async (tx) => {
    const locked = await lockOrder(tx, orderId);
    if (!locked || locked.status === 'paid' || locked.status === 'review') return;
    const lines = await linesOf(tx, orderId);
    await takeUp(tx, payment.paymentIntentId);
    const mismatch = mismatchOf(locked, session, paid, lines, email);
    if (mismatch) {
      log.error({ orderId, mismatch }, 'a payment does not match its order');
      await recordForReview(tx, locked, payment, session, mismatch);
      return;
    }
    await orderKind(locked.kind).record(tx, locked, payment, lines);
    if (payment.fee) await postFirstFee(tx, orderId, payment.fee, lines);
    await tx
      .update(orders)
      .set({
        status: 'paid',
        sessionId: session.id,
        paymentIntentId: payment.paymentIntentId,
        customerId: payment.customerId,
        subscriptionId: payment.subscriptionId,
        invoiceId: payment.invoiceId,
        feeTransactionId: payment.fee?.transactionId ?? null,
        email: payment.email,
        paidAt: payment.paidAt,
        closedAt: payment.paidAt,
      })
      .where(eq(orders.id, orderId));
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
  // A checkout that names no products of the catalogue is its total.
  if (lines.length === 0) return undefined;
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

/**
 * A completed checkout whose money is still under way (a bank debit, say): the reservation stays,
 * and the contributions stand as pending until Stripe says paid or failed.
 */
async function recordAwaiting(orderId: string, session: Stripe.Checkout.Session) {
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
