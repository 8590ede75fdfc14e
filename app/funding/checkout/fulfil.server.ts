import type Stripe from 'stripe';
import { centsByProduct, paidLines, payerEmail } from '#app/funding/checkout-session.server.ts';
import { type Order, isDonation } from '#app/funding/order.ts';
import { findOrder, findOrdersBySessions, linesOf, lockOrder } from '#app/funding/store.server.ts';
import { paymentOfSession, readSession } from '#app/funding/stripe-payment.server.ts';
import { normaliseEmail } from '#app/kit/text.ts';
import { changeRow, inTransaction } from '#app/database/db.server.ts';
import { inGroups } from '#app/platform/in-groups.ts';
import { stripe } from '#app/stripe/stripe.server.ts';
import { orders, contributions } from '#db/schema.ts';
import { adopt } from './adopt.server.ts';
import { isRecorded, recordPayment } from './record-payment.server.ts';
import { release } from './release.server.ts';

/** Where an order stands after Stripe was asked. `unknown`: no order on this site. */
type Fulfilment = Order['status'] | 'unknown';

/**
 * Brings the order of a checkout session to what Stripe says of it: the only way in which money is
 * recorded, called by the webhook, the success page, the sweep and the reconciler, as often as they
 * like. Stripe is asked; what an event or a visitor claims is only a hint. Of an
 * order whose payment is recorded, it has nothing more to say. One of ours that was paid and is not
 * known here is adopted.
 */
export async function fulfil(sessionId: string): Promise<Fulfilment> {
  // The webhook and the payer's browser come at the same moment. Only what is final is the same for
  // both: anything else may have changed since the other asked.
  const others = await underWay.get(sessionId)?.catch(() => undefined);
  if (others === 'paid' || others === 'review') return others;
  const own = ask(sessionId);
  underWay.set(sessionId, own);
  const forget = () => void (underWay.get(sessionId) === own && underWay.delete(sessionId));
  return own.finally(forget);
}

/** The same of whichever session Stripe has for a payment or a subscription: its order is lost here. */
export async function fulfilSessionOf(made: { payment_intent: string } | { subscription: string }) {
  for await (const { id } of stripe().checkout.sessions.list(made)) await fulfil(id);
}

const underWay = new Map<string, Promise<Fulfilment>>();

/** The orders of all sessions that are asked about at the same moment: in a burst they are many. */
const findKnown = inGroups(findOrdersBySessions);

async function ask(sessionId: string): Promise<Fulfilment> {
  const known = await findKnown(sessionId);
  if (known && isRecorded(known)) return known.status;
  const session = await readSession(sessionId);
  const named = session.client_reference_id ?? session.metadata?.order_id;
  const order = known ?? (await findOrder(named ?? ''));
  const isPaid = session.status === 'complete' && session.payment_status === 'paid';
  if (!order && isPaid) return (await adopt(session)) ?? 'unknown';
  if (!order || (order.sessionId && order.sessionId !== session.id)) return 'unknown';
  if (isPaid) {
    const paid = centsByProduct(await paidLines(session));
    return recordPayment(order, session, paid, await paymentOfSession(session));
  }
  if (session.status === 'expired') {
    await release(order.id, 'expired');
  } else if (session.status === 'complete') {
    if (hasFailed(session)) await release(order.id, 'failed', 'the delayed payment failed');
    else await recordAwaiting(order.id, session);
  }
  return (await findOrder(order.id))?.status ?? 'unknown';
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
  await inTransaction(async (tx) => {
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
    await changeRow(tx, orders, orderId, { status: 'awaiting', sessionId: session.id, email });
  });
}
