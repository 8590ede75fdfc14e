import Stripe from 'stripe';
import * as messages from '#app/admin/messages.ts';
import { administer, type Actor } from '#app/admin/trail.server.ts';
import { endOrder } from '#app/funding/settle-order.server.ts';
import { findOrder, listReservations } from '#app/funding/store.server.ts';
import { dollarsFromCents } from '#app/kit/money.ts';
import { isUuid } from '#app/kit/text.ts';
import { answer, refuse, type Answer } from '#app/platform/call.ts';
import { log } from '#app/platform/log.server.ts';

/** Checkouts that nobody has paid or left yet, the oldest first, as lists show them. */
export async function readReservations(limit: number) {
  const { shown, total } = await listReservations(limit);
  return {
    total,
    shown: shown.map((order) => ({
      id: order.id,
      kind: order.kind,
      amount: dollarsFromCents(order.amountCents),
      /** Names, in one line; null where it is for no product. */
      products: order.products,
      /** Whether somebody may be on the page where it is paid. */
      hasSession: order.sessionId !== null,
      placedAt: order.createdAt.toISOString(),
      endsAt: order.expiresAt.toISOString(),
    })),
  };
}

export type Reservations = Awaited<ReturnType<typeof readReservations>>;

/**
 * Ends an unfinished checkout there and then, at Stripe first: so nobody can pay it any more, and what
 * was paid meanwhile is recorded instead.
 */
export async function endReservation(by: Actor, orderId: string, words: string): Promise<Answer> {
  const reason = words.trim();
  if (!reason) return refuse(400, messages.RESERVATION_REASON);
  if (reason.length > messages.RESERVATION_REASON_MOST) {
    return refuse(400, messages.RESERVATION_REASON_TOO_LONG);
  }
  const order = isUuid(orderId) ? await findOrder(orderId) : undefined;
  if (!order) return refuse(404, messages.NO_SUCH_RESERVATION);
  if (order.status !== 'open') return refuse(409, messages.reservationIs(order.status));
  try {
    await endOrder(order);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    log.error({ err: error, orderId }, 'a reservation was not ended');
    return refuse(503, messages.RESERVATION_STANDS);
  }
  const status = (await findOrder(orderId))?.status ?? 'open';
  if (status === 'open') return refuse(503, messages.RESERVATION_STANDS);
  if (status !== 'expired' && status !== 'failed') {
    return refuse(409, messages.reservationIs(status));
  }
  return administer(by, async (_tx, note) => {
    await note({
      action: 'end-reservation',
      subject: `order ${orderId}`,
      before: { status: 'open' },
      after: { status, amount: dollarsFromCents(order.amountCents), reason },
    });
    return answer(200, { message: messages.RESERVATION_ENDED });
  });
}
