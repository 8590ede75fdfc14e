import Stripe from 'stripe';
import type { Sought } from './sought.ts';
import { searchable } from '#app/kit/text.ts';
import { idOf } from '#app/funding/stripe-payment.server.ts';
import { log } from '#app/platform/log.server.ts';
import { stripe } from '#app/stripe/stripe.server.ts';

/** Charges looked through for one search: ten answers of Stripe's, some seconds at most. */
const CHARGES_READ = 1_000;
/** An administrator waits for it. */
const PATIENCE = { timeout: 8_000, maxNetworkRetries: 0 };

/**
 * Looks for names on cards, and for the ends of their numbers, where these are kept: at Stripe, which
 * has no search for them that this API version describes, so its newest charges are read. Nothing of
 * them is stored here. Undefined where nothing of the kind is sought.
 */
export async function searchCards(sought: Sought[]) {
  const last4 = sought.find(({ by }) => by === 'last-four');
  const name = sought.find(({ by }) => by === 'name-on-card');
  if (!last4 && !name) return undefined;
  const paymentIds: string[] = [];
  let [read, oldest] = [0, 0];
  const so = (isBroken: boolean) => ({
    paymentIds,
    /** In ISO 8601: older charges were not read; null: all were. */
    since: read >= CHARGES_READ ? new Date(oldest * 1000).toISOString() : null,
    /** Stripe did not answer: some or all were not read. */
    isBroken,
  });
  try {
    for await (const charge of stripe().charges.list({ limit: 100 }, PATIENCE)) {
      const id = idOf(charge.payment_intent);
      if (id && sought.some((one) => fits(charge, one))) paymentIds.push(id);
      oldest = charge.created;
      if ((read += 1) >= CHARGES_READ) break;
    }
    return so(false);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    log.error({ err: error }, 'cards were not searched at Stripe');
    return so(true);
  }
}

export type CardSearch = NonNullable<Awaited<ReturnType<typeof searchCards>>>;

function fits(charge: Stripe.Charge, sought: Sought): boolean {
  if (sought.by === 'last-four') {
    return charge.payment_method_details?.card?.last4 === sought.last4;
  }
  if (sought.by !== 'name-on-card') return false;
  const name = searchable(charge.billing_details.name ?? '');
  return sought.words.every((word) => name.includes(word));
}
