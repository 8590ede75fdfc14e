import type Stripe from 'stripe';
import { adoptLostOrders } from '#app/funding/checkout/adopt.server.ts';
import { postMissingFees } from '#app/funding/reconciling/post-missing-fees.server.ts';
import { lookAgain } from '#app/funding/reconciling/look-again.server.ts';
import { reviewOpenDisputes, recordDispute } from '#app/funding/disputes/record-dispute.server.ts';
import { recordRefund } from '#app/funding/refunds/record-refund.server.ts';
import { syncSubscription } from '#app/donations/sync-subscription.server.ts';
import { settleRefunds } from '#app/funding/refunds/send-refund.server.ts';
import {
  settleLostOrders,
  settleOverdueOrders,
} from '#app/funding/checkout/settle-order.server.ts';
import { daysAgo } from '#app/platform/clock.server.ts';
import { moveCursor, readCursor } from '#app/database/cursor.server.ts';
import { log } from '#app/platform/log.server.ts';
import { lostOrders } from '#app/stripe/lost-orders.server.ts';
import { stripe } from '#app/stripe/stripe.server.ts';
import { knownEvents, storeInbox, waitingEvents } from '#app/stripe/webhook-inbox.server.ts';
import { handleEvent, HANDLED_EVENTS } from './webhooks.ts';

const EVENTS_CURSOR = 'events';
/** Stripe lists events for 30 days. */
const LISTED_DAYS = 29;
/** Read again from before the cursor: an event may show in the list later than a newer one. */
const OVERLAP_SECONDS = 3_600;

export interface Reconciliation {
  /** Orders that this database had lost, written anew from what Stripe has. */
  adoptedOrders: number;
  /** Orders it had lost that could not be adopted now; tried again the next time. */
  failedOrders: number;
  /** Adopted at any time, and the money is under review still. */
  reviewedOrders: number;
  /** Events that Stripe lists and no webhook had brought. */
  missedEvents: number;
  processedEvents: number;
  /** Events whose processing failed; they wait for the next time. */
  failedEvents: number;
  settledOrders: number;
  refunds: number;
  disputes: number;
  fees: number;
  /** Looked at again. */
  unmatched: number;
}

/** Says what is being read and how far it has come. */
type Progress = (what: string, done: number) => void;

/**
 * Brings the books to what Stripe says, without trusting that any webhook ever came: events since the
 * last one seen, orders, refunds and disputes that are not final, and balance transactions. Stripe lists events for 30 days; of a longer gap, it is asked for what they
 * were about. Orders that this database has lost come first (decision 0094). All of it begins at `since`
 * where that is given and earlier than what was seen last. Safe to repeat, and to run in several
 * processes at once.
 */
export async function reconcile(
  progress: Progress = () => {},
  since?: Date,
): Promise<Reconciliation> {
  const before = await lostOrders();
  const failedOrders = await adoptLostOrders(since, (read) => progress('sessions', read));
  const begin = earlier(since, (await readCursor(EVENTS_CURSOR)) ?? undefined);
  const untold = begin && begin < daysAgo(LISTED_DAYS) ? await lookAtUntold(begin, progress) : 0;
  const missedEvents = await fetchMissedEvents(progress, begin, untold === 0);
  const { processed, failed } = await processWaitingEvents(progress);
  const lost = await settleLostOrders();
  const open = await settleOverdueOrders('open');
  const awaiting = await settleOverdueOrders('awaiting', 0);
  progress('orders', lost + open + awaiting);
  const done = {
    missedEvents,
    processedEvents: processed,
    failedEvents: failed + untold,
    settledOrders: lost + open + awaiting,
    refunds: await settleRefunds((asked) => progress('refunds', asked)),
    disputes: await reviewOpenDisputes((asked) => progress('disputes', asked)),
    fees: await postMissingFees((read) => progress('balance transactions', read), since),
    unmatched: await lookAgain(),
  };
  const { adopted, left: reviewedOrders } = await lostOrders();
  return { ...done, adoptedOrders: adopted - before.adopted, failedOrders, reviewedOrders };
}

function earlier(one: Date | undefined, other: Date | undefined): Date | undefined {
  return one && other && one < other ? one : other;
}

/**
 * Takes in what happened in a gap that is longer than Stripe tells of: disputes and refunds that were
 * made in it, and how every subscription stands now; their payments follow from balance transactions.
 * Returns how many failed.
 */
async function lookAtUntold(begin: Date, progress: Progress): Promise<number> {
  const created = { gte: Math.floor(begin.getTime() / 1000) - OVERLAP_SECONDS };
  const { disputes, refunds, subscriptions } = stripe();
  let [read, failed] = [0, 0];
  for (const [list, take] of [
    [disputes.list({ limit: 100, created }), recordDispute],
    [refunds.list({ limit: 100, created }), recordRefund],
    [subscriptions.list({ limit: 100, status: 'all' }), syncSubscription],
  ] as const) {
    for await (const { id } of list) {
      try {
        await take(id);
      } catch (error) {
        failed += 1;
        log.error({ err: error, id }, 'what no event tells of any more was not taken in');
      }
      progress('of before Stripe’s events', (read += 1));
    }
  }
  return failed;
}

/** Stores the events that Stripe lists since then; the cursor moves when all are, if all else is. */
async function fetchMissedEvents(
  progress: Progress,
  begin: Date | undefined,
  isWhole: boolean,
): Promise<number> {
  const since = begin && Math.floor(begin.getTime() / 1000) - OVERLAP_SECONDS;
  const events = stripe().events.list({
    types: HANDLED_EVENTS,
    limit: 100,
    ...(since === undefined ? {} : { created: { gte: since } }),
  });
  let [read, missed, newest] = [0, 0, 0];
  let page: Stripe.Event[] = [];
  for await (const event of events) {
    newest = Math.max(newest, event.created);
    page.push(event);
    if ((read += 1) % 100 > 0) continue;
    missed += await storeUnknown(page);
    page = [];
    progress('events', read);
  }
  missed += await storeUnknown(page);
  progress('events', read);
  if (newest > 0 && isWhole) await moveCursor(EVENTS_CURSOR, new Date(newest * 1000));
  return missed;
}

async function storeUnknown(page: Stripe.Event[]): Promise<number> {
  const known = await knownEvents(page.map((event) => event.id));
  const unknown = page.filter((event) => !known.has(event.id));
  await storeInbox(
    unknown.map((event) => ({ event, isHandled: true })),
    'replay',
  );
  return unknown.length;
}

/** Processes what is stored and waits, the oldest first; one failure does not stop the others. */
async function processWaitingEvents(progress: Progress) {
  let [processed, failed] = [0, 0];
  for (const id of await waitingEvents(HANDLED_EVENTS)) {
    try {
      await handleEvent(id);
      processed += 1;
    } catch (error) {
      failed += 1;
      log.error({ err: error, event: id }, 'an event was not processed; it is tried again');
    }
    progress('waiting events', processed + failed);
  }
  return { processed, failed };
}
