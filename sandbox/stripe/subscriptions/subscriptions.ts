import { saveChange } from '#sandbox/stripe/changes.ts';
import { invalidRequest } from '#sandbox/stripe/api/errors.ts';
import { filters, listPage, type Condition } from '#sandbox/stripe/api/lists.ts';
import { mergeMetadata } from '#sandbox/stripe/api/metadata.ts';
import type { CancellationDetails, StripeSubscription } from '#sandbox/stripe/objects.ts';
import { checkLength, refuseUnbuilt, type Params } from '#sandbox/stripe/api/params.ts';
import type { SandboxCall } from '#sandbox/stripe/sandbox.ts';
import type { Store } from '#sandbox/stripe/store.ts';
import { cancelAtPeriodEnd, endSubscription, saveSubscription } from './subscription-changes.ts';

/** GET /v1/subscriptions, newest first; without a status, those that have not ended. */
export function listSubscriptions({ sandbox, params, path }: SandboxCall) {
  const { status, customer, ...rest } = params as Params & { status?: string; customer?: string };
  if (customer) sandbox.store.need('customer', customer, { param: 'customer' });
  const conditions = [
    ...filters(customer ? { customer, ...rest } : rest, {
      price: 'items.data[0].price.id',
      plan: 'items.data[0].plan.id',
      current_period_start: 'items.data[0].current_period_start',
      current_period_end: 'items.data[0].current_period_end',
    }),
    ...statusIs(status),
  ];
  return listPage(sandbox.store, { kind: 'subscription', url: path, params, conditions });
}

/** POST /v1/subscriptions/:id */
export function updateSubscription({ sandbox, id, params }: SandboxCall): StripeSubscription {
  const before = sandbox.store.need<StripeSubscription>('subscription', id);
  refuseUnbuilt(params, ['cancel_at_period_end', 'cancellation_details', 'expand', 'metadata']);
  const { cancel_at_period_end: atEnd } = params as { cancel_at_period_end?: boolean };
  const after: StripeSubscription = {
    ...before,
    metadata: mergeMetadata(before.metadata, params.metadata as Params | null | undefined),
    cancellation_details: detailsOf(before, params),
  };
  if (before.status !== 'canceled') {
    const changed = atEnd === undefined ? after : cancelAtPeriodEnd(sandbox, after, atEnd);
    return saveSubscription(sandbox, before, changed);
  }
  if (atEnd !== undefined) {
    const message =
      'A canceled subscription can only update its cancellation_details and metadata.';
    throw invalidRequest(message, 'cancel_at_period_end');
  }
  return saveChange(sandbox, 'customer.subscription.updated', before, after);
}

/** DELETE /v1/subscriptions/:id: it ends now, and nothing is paid back. */
export function cancelSubscription({ sandbox, id, params }: SandboxCall): StripeSubscription {
  const subscription = sandbox.store.need<StripeSubscription>('subscription', id);
  refuseUnbuilt(params, ['cancellation_details', 'expand']);
  if (subscription.status === 'canceled') {
    throw invalidRequest(
      `No such subscription: '${id}'. It was canceled already.`,
      'id',
      'resource_missing',
    );
  }
  const details = detailsOf(subscription, params);
  const asked = { ...subscription, canceled_at: null, cancellation_details: details };
  return endSubscription(sandbox, asked, 'cancellation_requested');
}

/** What `expand[]=subscriptions` shows of a customer: the first ten that have not ended. */
export function subscriptionsOfCustomer(store: Store, { id }: { id: string }) {
  const conditions = [...filters({ customer: id }), ...statusIs(undefined)];
  const url = `/v1/customers/${id}/subscriptions`;
  return listPage(store, { kind: 'subscription', url, params: {}, conditions });
}

function detailsOf(
  { cancellation_details: old }: StripeSubscription,
  params: Params,
): CancellationDetails {
  const given = (params.cancellation_details ?? {}) as Params;
  refuseUnbuilt(given, ['comment', 'feedback'], 'cancellation_details');
  checkLength(
    (given.comment ?? undefined) as string | undefined,
    500,
    'cancellation_details[comment]',
  );
  return { ...old, ...given } as CancellationDetails;
}

function statusIs(status: string | undefined): Condition[] {
  const field = "json_extract(json, '$.status')";
  if (status === 'all') return [];
  if (status === undefined) return [{ sql: `${field} <> 'canceled'`, values: [] }];
  return [{ sql: `${field} = ?`, values: [status === 'ended' ? 'canceled' : status] }];
}
