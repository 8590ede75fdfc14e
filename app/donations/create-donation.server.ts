import { readDonationAmount, type Rhythm } from './donation-amount.ts';
import { PURPOSE_UNKNOWN } from './messages.ts';
import { choosePurpose } from './purposes.server.ts';
import { readPurpose } from '#app/funding/gift-purpose.ts';
import { checkoutLimit, openCheckout } from '#app/funding/checkout/check-out.server.ts';
import { centsFromWholeDollars } from '#app/kit/money.ts';
import { refuse, type Visitor } from '#app/http/call.ts';

/** Names of `app/webhooks.ts`. */
const KINDS: Record<Rhythm, string> = { once: 'donation', monthly: 'subscription' };

/**
 * Opens the checkout of a donation, one per browser and kind: `{ sessionId, url }`, or one sentence
 * why not. `amount` is dollars as the visitor sent them; `origin` is where the payer returns to.
 */
export async function createDonation(
  rhythm: Rhythm,
  { amount: asked, purpose = 'project' }: { amount?: unknown; purpose?: string | undefined },
  visitor: Visitor,
  origin: string,
) {
  const dollars = readDonationAmount(asked, rhythm);
  if (typeof dollars === 'string') return refuse(400, dollars);
  const chosen = readPurpose(purpose);
  if (!chosen) return refuse(400, PURPOSE_UNKNOWN);
  const limited = await checkoutLimit(visitor);
  if (limited) return limited;
  const amountCents = centsFromWholeDollars(dollars);
  const wanted = { kind: KINDS[rhythm], amountCents, returnUrl: origin };
  return openCheckout(visitor, wanted, (tx, { id }) => choosePurpose(tx, id, chosen));
}
