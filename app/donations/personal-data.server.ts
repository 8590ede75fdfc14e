import { and, eq, inArray, lte, or } from 'drizzle-orm';
import { firstOrderOf, syncSubscription } from './sync-subscription.server.ts';
import { ordersUnder } from '#app/funding/checkout/personal-data.server.ts';
import type { Order } from '#app/funding/order.ts';
import { db, type Tx } from '#app/database/db.server.ts';
import { isUnknownAtStripe, stripe } from '#app/stripe/stripe.server.ts';
import { subscriptions } from '#db/schema.ts';

/** Those that began with a payment under an address, be their own address another by now. */
export async function subscriptionsUnder(emailNormalised: string) {
  const orderIds = (await ordersUnder(emailNormalised)).map(({ id }) => id);
  return db().select().from(subscriptions).where(theirs(emailNormalised, orderIds));
}

/** Puts `alias` in place of a donor, up to a moment; their monthly donations have been cancelled before. */
export async function eraseDonations(
  tx: Tx,
  emailNormalised: string,
  orderIds: string[],
  alias: string,
  until?: Date,
): Promise<void> {
  await tx
    .update(subscriptions)
    .set({ email: alias, emailNormalised: alias })
    .where(theirs(emailNormalised, orderIds, until));
}

function theirs(emailNormalised: string, orderIds: string[], until?: Date) {
  return or(
    and(
      eq(subscriptions.emailNormalised, emailNormalised),
      until && lte(subscriptions.createdAt, until),
    ),
    inArray(subscriptions.orderId, orderIds),
  );
}

/** Stripe's words for a subscription that charges nothing any more. */
const OVER = ['canceled', 'incomplete_expired'];

/**
 * Cancels every monthly donation of a person at Stripe, at once, and asks Stripe whether it is so:
 * those that began with a payment under the address, whatever address they have by now, and those
 * that Stripe has of a customer of such a payment or of this address. Throws where Stripe cannot be
 * asked, or says that one goes on. Those begun after `until` go on.
 */
export async function cancelSubscriptions(emailNormalised: string, until?: Date): Promise<void> {
  const paid = await ordersUnder(emailNormalised);
  const known = await subscriptionsUnder(emailNormalised);
  const ids = new Set([
    ...known.map(({ id }) => id),
    ...paid.flatMap(({ subscriptionId }) => subscriptionId ?? []),
    ...(await subscriptionsAtStripe(paid, emailNormalised)),
  ]);
  for (const id of ids) await cancel(id, until);
}

async function cancel(id: string, until?: Date): Promise<void> {
  const before = await atStripe(id);
  if (!before || (until && before.created * 1_000 > until.getTime())) return;
  if (!OVER.includes(before.status)) {
    await stripe().subscriptions.cancel(id);
    const after = await atStripe(id);
    if (!after || !OVER.includes(after.status)) {
      throw new Error(`Subscription ${id} is ${after?.status} after it was cancelled.`);
    }
  }
  await syncSubscription(id);
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
