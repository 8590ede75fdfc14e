import type Stripe from 'stripe';
import {
  findSubscription,
  lockSubscription,
  silentSubscriptions,
  type Subscription,
} from './store.server.ts';
import { fulfilSessionOf } from '#app/funding/checkout/fulfil.server.ts';
import { storedPurpose } from '#app/funding/gift-purpose.ts';
import { mailPayer } from '#app/funding/mail-payer.server.ts';
import type { Order } from '#app/funding/order.ts';
import { findOrder, lockOrder } from '#app/funding/store.server.ts';
import { idOf } from '#app/funding/stripe-payment.server.ts';
import { present } from '#app/kit/assert.ts';
import { pagesOf } from '#app/kit/batches.ts';
import { isErased, isUuid, normaliseEmail, spelledAddress } from '#app/kit/text.ts';
import { changeRow, inTransaction, type Tx } from '#app/database/db.server.ts';
import { log } from '#app/platform/log.server.ts';
import { stripe } from '#app/stripe/stripe.server.ts';
import { subscriptions } from '#db/schema.ts';

export const SYNC_SUBSCRIPTION_JOB = 'sync-subscription';

/** Rounds after which a subscription that keeps changing is left to its next event. */
const ROUNDS = 5;

/**
 * Brings our row of a monthly donation to what Stripe says of it, and queues the mails that a
 * change calls for. Events come in any order and twice, and two of these may run at once, so Stripe
 * is asked again after every change that was written: the last one to write has seen the newest.
 */
export async function syncSubscription(id: string): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const seen = await stripe().subscriptions.retrieve(id, { expand: ['customer'] });
    if (!(await writeDown(seen, await firstOrderOf(seen)))) return;
  }
  log.warn({ subscriptionId: id }, 'a subscription keeps changing; its next event is awaited');
}

/** Asks Stripe about the monthly donations it should have said more of by now. */
export async function syncSilentSubscriptions(): Promise<void> {
  for await (const page of pagesOf((last?: { id: string }) => silentSubscriptions(last?.id))) {
    for (const { id } of page) {
      await syncSubscription(id).catch((error: unknown) =>
        log.error({ err: error, subscriptionId: id }, 'a subscription could not be looked up'),
      );
    }
  }
}

/** The order that a subscription began with; undefined where it is none of ours. */
export async function firstOrderOf(seen: Stripe.Subscription): Promise<Order | undefined> {
  // What stands here already is true whatever became of the metadata at Stripe.
  const row = await findSubscription(seen.id);
  if (row) return findOrder(row.orderId);
  const orderId = seen.metadata.order_id;
  if (!orderId || !isUuid(orderId)) return undefined;
  let order = await findOrder(orderId);
  if (!order) {
    await fulfilSessionOf({ subscription: seen.id });
    order = await findOrder(orderId);
  }
  if (order?.kind !== 'subscription') return undefined;
  return (order.subscriptionId ?? seen.id) === seen.id ? order : undefined;
}

/** Writes a subscription as it was seen; whether that changed anything. */
async function writeDown(seen: Stripe.Subscription, order: Order | undefined): Promise<boolean> {
  return inTransaction(async (tx) => {
    const row = await lockSubscription(tx, seen.id);
    if (!row) return order ? insert(tx, seen, order) : false;
    const state = stateOf(seen, row.email);
    if (isEqual(row, state)) return false;
    await changeRow(tx, subscriptions, seen.id, state);
    await queueChanges(tx, seen, row, state);
    return true;
  });
}

/** An event was faster than the payment: the order knows whose subscription it is. */
async function insert(tx: Tx, seen: Stripe.Subscription, order: Order): Promise<boolean> {
  // The order first, as whoever records its payment does: else the two wait for each other.
  const locked = await lockOrder(tx, order.id);
  const state = stateOf(seen, locked?.email ?? '');
  // Incomplete: nothing has been paid yet, and perhaps never will be.
  if (!state.email || seen.status.startsWith('incomplete')) return false;
  const inserted = await tx
    .insert(subscriptions)
    .values({
      ...state,
      id: seen.id,
      orderId: order.id,
      customerId: present(idOf(seen.customer), 'the customer of a subscription'),
    })
    .onConflictDoNothing({ target: subscriptions.id })
    .returning({ id: subscriptions.id });
  if (inserted.length > 0) await queueChanges(tx, seen, undefined, state);
  return true;
}

type State = ReturnType<typeof stateOf>;

function stateOf(seen: Stripe.Subscription, knownEmail: string) {
  const { data: items } = seen.items;
  const ends = items.map((item) => item.current_period_end);
  // Who had their address erased here does not come back by what Stripe still has.
  const email = isErased(knownEmail) ? knownEmail : emailOf(seen.customer) || knownEmail;
  return {
    createdAt: new Date(seen.created * 1000), // its first payment is a moment younger
    status: seen.status,
    // Stripe's portal may name the moment instead of saying "at the end of the period".
    cancelAtPeriodEnd: !seen.ended_at && (seen.cancel_at_period_end || seen.cancel_at !== null),
    currentPeriodEnd: ends.length > 0 ? momentOf(Math.max(...ends)) : null,
    endedAt: momentOf(seen.ended_at),
    amountCents: items.reduce(
      (sum, { price, quantity }) => sum + (price.unit_amount ?? 0) * (quantity ?? 1),
      0,
    ),
    purpose: storedPurpose(seen.metadata.purpose),
    email,
    emailNormalised: normaliseEmail(email),
  };
}

function isEqual(row: Subscription, state: State): boolean {
  const text = (value: State[keyof State]) => (value instanceof Date ? value.getTime() : value);
  const keys = Object.keys(state) as (keyof State)[];
  return keys.every((key) => text(row[key]) === text(state[key]));
}

/** Each cancellation and each end is told once: Stripe's moment of it is in the mail's key. */
async function queueChanges(
  tx: Tx,
  seen: Stripe.Subscription,
  before: Subscription | undefined,
  after: State,
): Promise<void> {
  const params = { subscriptionId: seen.id };
  if (after.cancelAtPeriodEnd && !before?.cancelAtPeriodEnd) {
    const key = `${seen.id}:${seen.canceled_at ?? seen.cancel_at}`;
    await mailPayer(tx, after, 'subscription-ending', params, key);
  }
  if (after.endedAt && !before?.endedAt)
    await mailPayer(tx, after, 'subscription-ended', params, seen.id);
}

function emailOf(customer: Stripe.Subscription['customer']): string {
  const email = typeof customer === 'object' && 'email' in customer ? customer.email : null;
  return spelledAddress(email ?? '');
}

function momentOf(seconds: number | null): Date | null {
  return seconds === null ? null : new Date(seconds * 1000);
}
