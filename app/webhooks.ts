import type Stripe from 'stripe';
import { donationKind, subscriptionKind } from '#app/donations/donation-kinds.server.ts';
import { recordFailedInvoice, recordInvoice } from '#app/donations/record-invoice.server.ts';
import { syncSubscription } from '#app/donations/sync-subscription.server.ts';
import { fulfil } from '#app/funding/checkout/fulfil.server.ts';
import { fundingKind } from '#app/funding/checkout/funding-kind.server.ts';
import { defineOrderKind } from '#app/funding/order-kinds.server.ts';
import { recordDispute } from '#app/funding/disputes/record-dispute.server.ts';
import { recordRefund } from '#app/funding/refunds/record-refund.server.ts';
import { inGroups } from '#app/platform/in-groups.ts';
import { enqueueAll } from '#app/database/queue.server.ts';
import { isUnknownAtStripe } from '#app/stripe/stripe.server.ts';
import {
  isOldNews,
  processEvent,
  SenselessEvent,
  storeInbox,
} from '#app/stripe/webhook-inbox.server.ts';
import { submissionKind } from '#app/submissions/submission-kind.server.ts';

/** What is asked of the payer of an order, and who records the payment, by the order's kind. */
defineOrderKind('funding', fundingKind);
defineOrderKind('submission', submissionKind);
defineOrderKind('donation', donationKind);
defineOrderKind('subscription', subscriptionKind);

/**
 * Every Stripe event that does something here. An event is a hint: the handler asks Stripe for the
 * object as it is now. Events of other types are stored and answered, and cause nothing.
 */
const handlers: Record<string, (objectId: string) => Promise<unknown>> = {
  'checkout.session.completed': fulfil,
  'checkout.session.async_payment_succeeded': fulfil,
  'checkout.session.async_payment_failed': fulfil,
  'checkout.session.expired': fulfil,
  'refund.created': recordRefund,
  'refund.updated': recordRefund,
  'refund.failed': recordRefund,
  'charge.dispute.created': recordDispute,
  'charge.dispute.updated': recordDispute,
  'charge.dispute.closed': recordDispute,
  'charge.dispute.funds_withdrawn': recordDispute,
  'charge.dispute.funds_reinstated': recordDispute,
  'invoice.paid': recordInvoice,
  'invoice.payment_failed': recordFailedInvoice,
  'customer.subscription.created': syncSubscription,
  'customer.subscription.updated': syncSubscription,
  'customer.subscription.deleted': syncSubscription,
};

/** The event types that do something here. */
export const HANDLED_EVENTS = Object.keys(handlers);

export const WEBHOOK_JOB = 'process-webhook-event';

const receiveInGroup = inGroups(
  async (events: Stripe.Event[]) => {
    const received = events.map((event) => ({
      event,
      isHandled: Object.hasOwn(handlers, event.type),
    }));
    await storeInbox(received, 'webhook', (tx, waiting) =>
      enqueueAll(
        tx,
        WEBHOOK_JOB,
        waiting.map((eventId) => ({ eventId })),
      ),
    );
    return events;
  },
  { atOnce: 2, most: 50 },
);

/**
 * Stores an event once and queues its processing, in one transaction, with what else comes at the same
 * moment; repeats do no harm. Resolves once it is committed.
 */
export async function receiveEvent(event: Stripe.Event): Promise<void> {
  if (!(await isOldNews(event.id))) await receiveInGroup(event);
}

/**
 * Processes a stored event; safe to repeat. One that is signed and senseless, about nothing or about what
 * Stripe does not have, can cause nothing: it is set aside with the reason. Were this the wrong account's
 * key, reconciling under the right one finds what it was about.
 */
export async function handleEvent(eventId: string): Promise<void> {
  await processEvent(eventId, async (event) => {
    const object: unknown = event.data?.object;
    const id = object && typeof object === 'object' && 'id' in object ? object.id : undefined;
    if (typeof id !== 'string' || !/^[a-z]+_\w+$/.test(id)) {
      throw new SenselessEvent('It names no object of Stripe’s.');
    }
    try {
      await handlers[event.type]?.(id);
    } catch (error) {
      throw isUnknownAtStripe(error)
        ? new SenselessEvent('Stripe does not know what it is about.')
        : error;
    }
  });
}
