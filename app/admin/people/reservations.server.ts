import Stripe from 'stripe';
import { administer, type Actor } from '#app/admin-log/trail.server.ts';
import { fulfil } from '#app/funding/checkout/fulfil.server.ts';
import { endNow, endOrder } from '#app/funding/checkout/settle-order.server.ts';
import { findOrder, listReservations } from '#app/funding/store.server.ts';
import { dollarsFromCents } from '#app/kit/money.ts';
import { isUuid } from '#app/kit/text.ts';
import { answer, refuse, type Answer } from '#app/http/call.ts';
import { log } from '#app/platform/log.server.ts';

const REASON_MOST = 300;
const ENDS =
  'Stripe did not answer. As soon as it does, the checkout ends, and what it holds is free again.';

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
 * Ends an unfinished checkout there and then. Stripe is asked first: what was paid meanwhile is recorded
 * instead. Then its end is now, and the trail says so, in one transaction; it is carried out at Stripe,
 * so that nobody can pay it any more, here or, where this process dies, by the sweep of each minute.
 */
export async function endReservation(by: Actor, orderId: string, words: string): Promise<Answer> {
  const reason = words.trim();
  if (!reason) return refuse(400, 'Say why you are ending it.', { field: 'reason' });
  if (reason.length > REASON_MOST) {
    return refuse(400, 'The reason can be at most 300 characters long.', { field: 'reason' });
  }
  const order = isUuid(orderId) ? await findOrder(orderId) : undefined;
  if (!order) return refuse(404, 'There is no such checkout.');
  if (order.status !== 'open') return refuse(409, reservationIs(order.status));
  try {
    if (order.sessionId) await fulfil(order.sessionId);
  } catch (error) {
    stripeFailed(error, orderId);
    return refuse(
      503,
      'Stripe cannot be reached, so the checkout was not ended. Please try again in a moment.',
    );
  }
  const decided = await administer(by, async (tx, note) => {
    const was = await endNow(tx, orderId);
    if (was !== 'open') return refuse(409, reservationIs(was));
    await note({
      action: 'end-reservation',
      subject: `order ${orderId}`,
      before: { status: 'open' },
      after: { status: 'ended', amount: dollarsFromCents(order.amountCents), reason },
    });
    return answer(200, {
      message:
        'The checkout has been ended. It can no longer be paid, and what it held is free again.',
    });
  });
  if (decided.status !== 200) return decided;
  try {
    await endOrder(order);
  } catch (error) {
    stripeFailed(error, orderId);
    return answer(200, { message: ENDS });
  }
  const status = (await findOrder(orderId))?.status ?? 'open';
  if (status === 'expired' || status === 'failed') return decided;
  if (status === 'open') return answer(200, { message: ENDS });
  return refuse(409, reservationIs(status));
}

/** Goes on where the payment provider is out of reach; any other failure is one. */
function stripeFailed(error: unknown, orderId: string): void {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  log.error({ err: error, orderId }, 'a reservation was not ended');
}

/** Why a checkout that is no longer open is not ended. */
function reservationIs(status: string): string {
  if (status === 'paid') return 'It has been paid, and the payment is recorded.';
  if (status === 'awaiting') return 'It has been paid, and the money is on its way.';
  if (status === 'review') return 'It has been paid, and the payment is under review.';
  return 'It has already ended.';
}
