import Stripe from 'stripe';
import { firstOrderOf, syncSubscription } from '#app/donations/sync-subscription.server.ts';
import { subscriptionsOf } from '#app/donations/store.server.ts';
import { stripe } from '#app/platform/stripe.server.ts';

/** Stripe's words for a subscription that charges nothing any more. */
const OVER = ['canceled', 'incomplete_expired'];

/**
 * Cancels every monthly donation of a person at Stripe, at once, and asks Stripe whether it is so:
 * those we know of, and those that Stripe has of a customer with this address and this site began.
 * Returns how many it ended. Throws where Stripe cannot be asked, or says that one goes on.
 */
export async function cancelSubscriptions(emailNormalised: string): Promise<number> {
  const known = (await subscriptionsOf(emailNormalised)).map(({ id }) => id);
  const ids = new Set([...known, ...(await subscriptionsAtStripe(emailNormalised))]);
  let ended = 0;
  for (const id of ids) if (await cancel(id)) ended += 1;
  return ended;
}

/** Ends one, whether it went on until now. */
async function cancel(id: string): Promise<boolean> {
  const before = await statusOf(id);
  if (before === undefined) return false;
  const isOver = OVER.includes(before);
  if (!isOver) {
    await stripe().subscriptions.cancel(id);
    const after = await statusOf(id);
    if (!after || !OVER.includes(after)) {
      throw new Error(`Subscription ${id} is ${after} after it was cancelled.`);
    }
  }
  await syncSubscription(id);
  return !isOver;
}

/** As Stripe names it; undefined where Stripe does not know the subscription any more. */
async function statusOf(id: string): Promise<string | undefined> {
  try {
    return (await stripe().subscriptions.retrieve(id)).status;
  } catch (error) {
    const { StripeInvalidRequestError } = Stripe.errors;
    if (error instanceof StripeInvalidRequestError && error.code === 'resource_missing') {
      return undefined;
    }
    throw error;
  }
}

/** Stripe compares addresses by case; ours may have been typed in another. */
async function subscriptionsAtStripe(emailNormalised: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const customer of stripe().customers.list({ email: emailNormalised, limit: 100 })) {
    const owned = stripe().subscriptions.list({ customer: customer.id, status: 'all', limit: 100 });
    for await (const one of owned) {
      if (!OVER.includes(one.status) && (await firstOrderOf(one))) ids.push(one.id);
    }
  }
  return ids;
}
