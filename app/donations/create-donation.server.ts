import { readDonationAmount, type Rhythm } from './donation-amount.ts';
import {
  checkOut,
  checkoutLimit,
  endEarlierCheckouts,
  refusedOrder,
} from '#app/funding/checkout/check-out.server.ts';
import type { Order } from '#app/funding/order.ts';
import {
  placeOrder,
  takeOrderTurn,
  type OrderRefusal,
} from '#app/funding/checkout/place-order.server.ts';
import { centsFromWholeDollars } from '#app/kit/money.ts';
import { refuse, type Visitor } from '#app/platform/http/call.ts';
import { db } from '#app/platform/database/db.server.ts';

/** Names of `app/webhooks.ts`. */
const KINDS: Record<Rhythm, string> = { once: 'donation', monthly: 'subscription' };

/**
 * Opens the checkout of a donation, one per browser and kind: `{ sessionId, url }`, or one sentence
 * why not. `asked` is dollars as the visitor sent them; `origin` is where the payer returns to.
 */
export async function createDonation(
  rhythm: Rhythm,
  asked: unknown,
  visitor: Visitor,
  origin: string,
) {
  const amount = readDonationAmount(asked, rhythm);
  if (!amount.ok) return refuse(400, amount.error);
  const kind = KINDS[rhythm];
  const refused = (await checkoutLimit(visitor)) ?? (await endEarlierCheckouts(visitor, kind));
  if (refused) return refused;
  const placed = await db().transaction<Order | OrderRefusal>(async (tx) => {
    const refusal = await takeOrderTurn(tx, visitor, kind);
    if (refusal) return refusal;
    const amountCents = centsFromWholeDollars(amount.dollars);
    return placeOrder(tx, visitor, { kind, amountCents, returnUrl: origin });
  });
  return placed === 'busy' || 'waitSeconds' in placed ? refusedOrder(placed) : checkOut(placed);
}
