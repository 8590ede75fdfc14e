import {
  countFault,
  nextLot,
  readFaults,
  type WebhookFaults,
} from '#sandbox/stripe/controls/faults.ts';
import type { StripeEvent } from '#sandbox/stripe/objects.ts';
import type { Sandbox } from '#sandbox/stripe/sandbox.ts';
import type { Store } from '#sandbox/stripe/store.ts';

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
  const { webhooks, seed } = readFaults(sandbox.store);
  const draw = nextLot(sandbox.store, seed, event.type);
  if (webhooks.pause) countFault(sandbox.store, 'paused');
  const copies = 1 + webhooks.duplicate;
  for (let copy = 0; copy < copies; copy += 1) {
    if (copy > 0) countFault(sandbox.store, 'duplicated');
    planFaulty(sandbox, webhooks, event, (what) => draw(`${what}:${copy}`));
  }
}

/** Within this many milliseconds events change places. */
const REORDERED_MS = 300;

/** Plans one delivery, unless a fault loses it; a fault may also put it off. */
function planFaulty(
  sandbox: Sandbox,
  faults: WebhookFaults,
  { id: eventId, type }: StripeEvent,
  draw: (what: string) => number,
): void {
  const { store } = sandbox;
  const { down, drop_percent: dropped, delay_ms: delay, delay_types: late = [], reorder } = faults;
  if (down || draw('drop') * 100 < dropped) {
    countFault(store, down ? 'down' : 'dropped');
    const sql = "INSERT INTO deliveries (event_id, created, state) VALUES (?, ?, 'abandoned')";
    store.run(sql, eventId, sandbox.clock.presentS());
    return;
  }
  const [min, max] = late.length === 0 || late.includes(type) ? delay : [0, 0];
  let waitMs = min + Math.floor(draw('delay') * (max - min + 1));
  if (max > 0) countFault(store, 'delayed');
  if (reorder) {
    waitMs += Math.floor(draw('reorder') * REORDERED_MS);
    countFault(store, 'reordered');
  }
  addDelivery(sandbox, eventId, waitMs);
}

/** Plans one more delivery of a stored event, whatever became of the others. */
export function addDelivery(sandbox: Sandbox, eventId: string, waitMs = 0): void {
  const sql = 'INSERT INTO deliveries (event_id, created, next_attempt_ms) VALUES (?, ?, ?)';
  const firstMs = waitMs > 0 ? Date.now() + waitMs : 0;
  sandbox.store.run(sql, eventId, sandbox.clock.presentS(), firstMs);
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
