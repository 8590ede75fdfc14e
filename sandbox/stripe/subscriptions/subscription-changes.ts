import { saveChange } from '#sandbox/stripe/changes.ts';
import { emit } from '#sandbox/stripe/webhooks/events.ts';
import type { CancellationDetails, Invoice, StripeSubscription } from '#sandbox/stripe/objects.ts';
import type { Sandbox } from '#sandbox/stripe/sandbox.ts';
import { periodOf } from './subscription-objects.ts';

/** Stores a subscription and tells what changed; its next renewal follows its period. */
export function saveSubscription(
  sandbox: Sandbox,
  before: StripeSubscription,
  after: StripeSubscription,
): StripeSubscription {
  planRenewal(sandbox, after);
  return saveChange(sandbox, 'customer.subscription.updated', before, after);
}

/** Plans what happens at the end of the running period. */
export function planRenewal({ store }: Sandbox, subscription: StripeSubscription): void {
  store.run(
    "INSERT OR REPLACE INTO due (session_id, action, at) VALUES (?, 'renew', ?)",
    subscription.id,
    periodOf(subscription).end,
  );
}

/** Asks for the end of the subscription with its period, or takes that back. */
export function cancelAtPeriodEnd(
  sandbox: Sandbox,
  subscription: StripeSubscription,
  wanted: boolean,
): StripeSubscription {
  if (wanted === subscription.cancel_at_period_end) return subscription;
  return {
    ...subscription,
    cancel_at_period_end: wanted,
    cancel_at: wanted ? periodOf(subscription).end : null,
    canceled_at: wanted ? sandbox.clock.nowS() : null,
    cancellation_details: {
      ...subscription.cancellation_details,
      reason: wanted ? 'cancellation_requested' : null,
    },
  };
}

/** Ends a subscription for good. What is unpaid stays open, but is not tried again. */
export function endSubscription(
  sandbox: Sandbox,
  subscription: StripeSubscription,
  reason: CancellationDetails['reason'],
): StripeSubscription {
  const { store, clock } = sandbox;
  const ended: StripeSubscription = {
    ...subscription,
    status: 'canceled',
    canceled_at: subscription.canceled_at ?? clock.nowS(),
    ended_at: clock.nowS(),
    cancellation_details: { ...subscription.cancellation_details, reason },
  };
  store.update(ended);
  store.run('DELETE FROM due WHERE session_id = ?', ended.id);
  for (const invoice of openInvoices(sandbox, ended)) {
    store.run('DELETE FROM due WHERE session_id = ?', invoice.id);
    store.update({ ...invoice, auto_advance: false, next_payment_attempt: null });
  }
  emit(sandbox, 'customer.subscription.deleted', ended);
  return ended;
}

/** The subscription's unpaid invoices, oldest first. */
export function openInvoices({ store }: Sandbox, { id }: StripeSubscription): Invoice[] {
  const rows = store.all<{ json: string }>(
    `SELECT json FROM objects WHERE parent = ? AND kind = 'invoice'
       AND json_extract(json, '$.status') = 'open' ORDER BY seq`,
    id,
  );
  return rows.map(({ json }) => JSON.parse(json) as Invoice);
}
