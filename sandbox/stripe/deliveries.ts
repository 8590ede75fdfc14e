import { readFaults } from './faults.ts';
import type { StripeEvent } from './objects.ts';
import type { Sandbox } from './sandbox.ts';
import type { Store } from './store.ts';

const GIVE_UP_AFTER_S = 3 * 86_400;

export const DEFAULT_EVENTS = [
  'checkout.session.*',
  'charge.dispute.*',
  'refund.*',
  'invoice.paid',
  'invoice.payment_failed',
  'customer.subscription.*',
];

/** Plans a new event's deliveries, one and its duplicates, if the endpoint wants its type. */
export function planDeliveries(sandbox: Sandbox, event: StripeEvent): void {
  if (!isWanted(sandbox, event.type)) return;
  const copies = 1 + readFaults(sandbox.store).webhookDuplicates;
  for (let copy = 0; copy < copies; copy += 1) addDelivery(sandbox, event.id);
}

/** Plans one more delivery of a stored event, whatever became of the others. */
export function addDelivery(sandbox: Sandbox, eventId: string): void {
  const sql = 'INSERT INTO deliveries (event_id, created) VALUES (?, ?)';
  sandbox.store.run(sql, eventId, sandbox.clock.presentS());
  sandbox.store.afterCommit(sandbox.wakeDeliverer);
}

/** Gives up what failed and is older than three days of the sandbox's clock. */
export function giveUpOld({ store, clock }: Sandbox): void {
  store.run(
    `UPDATE deliveries SET state = 'abandoned'
     WHERE state = 'pending' AND attempts > 0 AND created < ?`,
    clock.nowS() - GIVE_UP_AFTER_S,
  );
}

/** The event with the number of deliveries that have not succeeded yet. */
export function withPending(store: Store, event: StripeEvent): StripeEvent {
  const sql = "SELECT count(*) n FROM deliveries WHERE event_id = ? AND state = 'pending'";
  return { ...event, pending_webhooks: store.one<{ n: number }>(sql, event.id)!.n };
}

function isWanted({ options }: Sandbox, type: string): boolean {
  if (options.webhookUrls.length === 0) return false;
  return options.webhookEvents.some((wanted) =>
    wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted,
  );
}
