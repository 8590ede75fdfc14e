import { planDeliveries, withPending } from './deliveries.ts';
import { noSuch, onlyOneOf } from '#sandbox/stripe/api/errors.ts';
import { newId } from '#sandbox/stripe/api/ids.ts';
import { filters, listPage, type Condition } from '#sandbox/stripe/api/lists.ts';
import type { StripeEvent, StripeObject } from '#sandbox/stripe/objects.ts';
import type { SandboxCall, Sandbox } from '#sandbox/stripe/sandbox.ts';
import { API_VERSION, stripeDocument, complete } from '#sandbox/stripe/api/schema.ts';

/** Stripe shows events of the last 30 days. */
const RETENTION_S = 30 * 86_400;

/**
 * Stores an event with a snapshot of the object as it is now, and plans its delivery, in the
 * running transaction. `previous` holds the old values of changed fields.
 */
export function emit(
  sandbox: Sandbox,
  type: string,
  object: StripeObject,
  previous?: Record<string, unknown>,
): void {
  if (!(type in stripeDocument['x-eventTypes'])) throw new Error(`Stripe has no event ${type}`);
  const { store, options } = sandbox;
  const event: StripeEvent = complete('event', {
    id: newId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: sandbox.clock.presentS(),
    data: { object, ...(previous ? { previous_attributes: previous } : {}) },
    livemode: false,
    pending_webhooks: 0,
    request: sandbox.cause ?? { id: null, idempotency_key: null },
    type,
  });
  store.insert(event);
  planDeliveries(sandbox, event);
  const { onEvent } = options;
  if (!onEvent) return;
  const stored = structuredClone(event); // the caller goes on changing its object
  store.afterCommit(() => onEvent(withPending(store, stored)));
}

export function retrieveEvent({ sandbox, id }: SandboxCall): StripeEvent {
  const event = sandbox.store.need<StripeEvent>('event', id);
  if (event.created <= oldestStored(sandbox)) throw noSuch('event', id, 'path');
  return withPending(sandbox.store, event);
}

export function listEvents({ sandbox, params, path }: SandboxCall) {
  const { type, types, delivery_success: delivered, ...rest } = params;
  if (type && types) throw onlyOneOf('type', 'types');
  const conditions = [
    { sql: '+created > ?', values: [oldestStored(sandbox)] },
    ...filters(rest),
    ...(type ? [anyType([String(type)])] : []),
    ...(Array.isArray(types) ? [anyType(types.map(String))] : []),
    ...(typeof delivered === 'boolean' ? [deliverySuccess(delivered)] : []),
  ];
  const page = listPage(sandbox.store, { kind: 'event', url: path, params, conditions });
  const data = page.data.map((event) => withPending(sandbox.store, event as StripeEvent));
  return { ...page, data };
}

function oldestStored({ clock }: Sandbox): number {
  return clock.nowS() - RETENTION_S;
}

/** `charge.*` names a group; anything else one type. */
function anyType(types: string[]): Condition {
  const field = "json_extract(json, '$.type')";
  return {
    sql: `(${types.map((type) => `${field} ${type.includes('*') ? 'GLOB' : '='} ?`).join(' OR ')})`,
    values: types,
  };
}

function deliverySuccess(delivered: boolean): Condition {
  const failing = "SELECT event_id FROM deliveries WHERE state <> 'delivered'";
  return { sql: `id ${delivered ? 'NOT IN' : 'IN'} (${failing})`, values: [] };
}
