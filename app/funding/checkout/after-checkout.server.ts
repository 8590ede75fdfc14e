import { and, eq, isNull } from 'drizzle-orm';
import Stripe from 'stripe';
import { fulfil } from './fulfil.server.ts';
import * as messages from './order-messages.ts';
import type { Order } from '#app/funding/order.ts';
import { isOrderKind, orderKind } from '#app/funding/order-kinds.server.ts';
import { endOrder } from './settle-order.server.ts';
import { findOrder, findOrderBySession, linesOf } from '#app/funding/store.server.ts';
import { present } from '#app/kit/assert.ts';
import { dollarsFromCents } from '#app/kit/money.ts';
import { isErased, maskedEmail } from '#app/kit/text.ts';
import { answer, refuse, type Visitor } from '#app/http/call.ts';
import { db } from '#app/database/db.server.ts';
import { log } from '#app/platform/log.server.ts';
import { contributions } from '#db/schema.ts';

/**
 * What the success page shows. The visitor may be here before any
 * webhook, so an order that is not final is brought up to date first. An unknown session is
 * refused without asking Stripe. Who paid and the ids at Stripe are for the browser that paid: the
 * address of the page is kept in histories and sent around (decision 0041).
 */
export async function checkoutSuccess(sessionId: string, visitor: Visitor) {
  const known = /^\w{1,255}$/.test(sessionId) ? await findOrderBySession(sessionId) : undefined;
  if (!known) return failed(404, messages.ORDER_DETAILS_FAILED);
  if (known.status === 'open' || known.status === 'awaiting') {
    try {
      await fulfil(sessionId);
    } catch (error) {
      log.error({ err: error, orderId: known.id }, 'an order could not be brought up to date');
      return failed(502, messages.ORDER_DETAILS_FAILED);
    }
  }
  const order = present(await findOrderBySession(sessionId), 'the order');
  if (order.status === 'paid') {
    const isOwn = order.browserHash === visitor.browserHash;
    return answer(200, { success: true, checkoutData: await dataOf(order, isOwn) });
  }
  if (order.status === 'awaiting') return failed(202, messages.PAYMENT_PROCESSING);
  if (order.status === 'review') return failed(409, messages.PAYMENT_UNDER_REVIEW);
  return failed(409, messages.PAYMENT_NOT_COMPLETED);
}

async function dataOf(order: Order, isOwn: boolean) {
  const email = order.email && isErased(order.email) ? null : order.email;
  const counting = and(eq(contributions.orderId, order.id), eq(contributions.status, 'paid'));
  const [lines, excess, counted] = await Promise.all([
    linesOf(db(), order.id),
    excessOf(order.id),
    db().$count(contributions, counting),
  ]);
  return {
    totalAmount: dollarsFromCents(order.amountCents),
    email: email && !isOwn ? maskedEmail(email) : email,
    products: lines.map((line) => ({
      productId: line.productId,
      name: line.productName,
      brand: line.brand,
      amount: dollarsFromCents(line.amountCents),
      ...excessShown(excess.get(line.productId)),
    })),
    ...(counted === 0 && { isTakenBack: true }),
    kind: order.kind,
    subscriptionId: isOwn ? order.subscriptionId : null,
    customerId: isOwn ? order.customerId : null,
    isOwn,
  };
}

/** Cents by product of what was more than it needed; not what a later merge had too much of. */
async function excessOf(orderId: string): Promise<Map<number | null, number>> {
  const { productId, amountCents, isExcess, paidForProductId } = contributions;
  const rows = await db()
    .select({ productId, amountCents })
    .from(contributions)
    .where(and(eq(contributions.orderId, orderId), eq(isExcess, true), isNull(paidForProductId)));
  return new Map(rows.map((row) => [row.productId, row.amountCents]));
}

function excessShown(cents: number | undefined) {
  return cents && { excess: dollarsFromCents(cents) };
}

function failed(status: Parameters<typeof refuse>[0], error: string) {
  return refuse(status, error, { success: false });
}

/**
 * The hosted page's "cancel and go back": ends the checkout there and then, so that nobody waits for
 * what it holds, where the order's own browser takes that way. Answers the path to go on at: of the
 * page that the checkout began on, or of the order where it was paid at the same moment. Anybody
 * else, and whoever Stripe cannot be asked for, is only led back.
 */
export async function cancelCheckout(orderId: string, visitor: Visitor): Promise<string> {
  const order = await findOrder(orderId);
  // A renewal had no checkout.
  if (!order || !isOrderKind(order.kind)) return '/cart';
  const { cancelPath, notChargedPath = cancelPath } = orderKind(order.kind);
  if (order.browserHash !== visitor.browserHash) return cancelPath;
  if (order.status === 'open') {
    try {
      await endOrder(order);
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError)) throw error;
      log.warn({ err: error, orderId }, 'a checkout was left and could not be ended yet');
    }
  }
  const ended = await findOrder(orderId);
  if (ended?.status === 'expired') return notChargedPath;
  const hasPaid = ended?.status === 'paid' || ended?.status === 'awaiting';
  return hasPaid ? `/success?session_id=${ended.sessionId}` : cancelPath;
}
