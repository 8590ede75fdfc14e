import { firstOrderOf, syncSubscription } from './sync-subscription.server.ts';
import { subscriptionsUnder } from './personal-data.server.ts';
import type { Order } from '#app/funding/order.ts';
import { ordersUnder } from '#app/funding/checkout/personal-data.server.ts';
import { isUnknownAtStripe, stripe } from '#app/stripe/stripe.server.ts';

/** Stripe's words for a subscription that charges nothing any more. */
const OVER = ['canceled', 'incomplete_expired'];

/**
 * Cancels every monthly donation of a person at Stripe, at once, and asks Stripe whether it is so:
 * those that began with a payment under the address, whatever address they have by now, and those
 * that Stripe has of a customer of such a payment or of this address. Returns how many it ended.
 * Throws where Stripe cannot be asked, or says that one goes on. Those begun after `until` go on.
 */
export async function cancelSubscriptions(emailNormalised: string, until?: Date): Promise<number> {
  const paid = await ordersUnder(emailNormalised);
  const known = await subscriptionsUnder(emailNormalised);
  const ids = new Set([
    ...known.map(({ id }) => id),
    ...paid.flatMap(({ subscriptionId }) => subscriptionId ?? []),
    ...(await subscriptionsAtStripe(paid, emailNormalised)),
  ]);
  let ended = 0;
  for (const id of ids) if (await cancel(id, until)) ended += 1;
  return ended;
}

/** Ends one, whether it went on until now. */
async function cancel(id: string, until?: Date): Promise<boolean> {
  const before = await atStripe(id);
  if (!before || (until && before.created * 1_000 > until.getTime())) return false;
  const isOver = OVER.includes(before.status);
  if (!isOver) {
    await stripe().subscriptions.cancel(id);
    const after = await atStripe(id);
    if (!after || !OVER.includes(after.status)) {
      throw new Error(`Subscription ${id} is ${after?.status} after it was cancelled.`);
    }
  }
  await syncSubscription(id);
  return !isOver;
}

/** Undefined where Stripe does not know the subscription any more. */
async function atStripe(id: string) {
  try {
    return await stripe().subscriptions.retrieve(id);
  } catch (error) {
    if (!isUnknownAtStripe(error)) throw error;
    return undefined;
  }
}

/** Stripe compares addresses letter by letter, so it is asked for every spelling that was paid with. */
async function subscriptionsAtStripe(paid: Order[], emailNormalised: string): Promise<string[]> {
  const spellings = new Set([emailNormalised, ...paid.flatMap(({ email }) => email ?? [])]);
  const customers = new Set(paid.flatMap(({ customerId }) => customerId ?? []));
  for (const email of spellings) {
    for await (const { id } of stripe().customers.list({ email, limit: 100 })) customers.add(id);
  }
  const ids: string[] = [];
  for (const customer of customers) {
    for await (const one of stripe().subscriptions.list({ customer, status: 'all', limit: 100 })) {
      if (!OVER.includes(one.status) && (await firstOrderOf(one))) ids.push(one.id);
    }
  }
  return ids;
}
