import { invalidRequest, missingParam, notBuilt } from '#sandbox/stripe/api/errors.ts';
import { emit } from '#sandbox/stripe/webhooks/events.ts';
import { newId, randomText } from '#sandbox/stripe/api/ids.ts';
import type {
  Customer,
  PortalConfiguration,
  PortalFlow,
  PortalSession,
  PortalSessionHidden,
  StripeSubscription,
} from '#sandbox/stripe/objects.ts';
import { checkUrl, refuseUnbuilt, type Params } from '#sandbox/stripe/api/params.ts';
import { defaultConfiguration } from './portal-configurations.ts';
import type { SandboxCall, Sandbox } from '#sandbox/stripe/sandbox.ts';
import { complete } from '#sandbox/stripe/api/schema.ts';

const KIND = 'billing_portal.session';
const BUILT = ['configuration', 'customer', 'expand', 'flow_data', 'locale', 'return_url'];

/** A session that nobody opened ends sooner than one that is in use. */
const UNUSED_LIFE_S = 5 * 60;
const USED_LIFE_S = 60 * 60;

/** POST /v1/billing_portal/sessions */
export function postPortalSession({ sandbox, params }: SandboxCall): PortalSession {
  const { store, clock, options } = sandbox;
  refuseUnbuilt(params, BUILT);
  const given = params as { customer?: string; return_url?: string; locale?: string };
  if (!given.customer) throw missingParam('customer');
  const customer = store.need<Customer>('customer', given.customer, { param: 'customer' });
  if (given.return_url) checkUrl(given.return_url, 'return_url');
  const configuration = configurationOf(sandbox, params.configuration as string | undefined);
  const flow = params.flow_data as Params | undefined;
  const id = newId('bps');
  const session = complete<object>(KIND, {
    id,
    object: KIND,
    configuration: configuration.id,
    created: clock.nowS(),
    customer: customer.id,
    flow: flow ? flowOf(sandbox, customer, configuration, flow) : null,
    livemode: false,
    locale: given.locale ?? null,
    return_url: given.return_url ?? configuration.default_return_url,
    url: `${options.publicUrl}/p/session/${id}_${randomText(58)}`,
  }) as PortalSession;
  store.insert(session);
  emit(sandbox, `${KIND}.created`, session);
  return session;
}

/** The session whose page has this path; undefined for any other. */
export function findPortalSession({ store }: Sandbox, path: string): PortalSession | undefined {
  const id = /^\/p\/session\/(bps_[^_/]+)_\w+$/.exec(path)?.[1];
  const found = id ? (store.find(id) as PortalSession | undefined) : undefined;
  return found?.object === KIND && found.url.endsWith(path) ? found : undefined;
}

/** Whether the session still serves; if so, it goes on for an hour from now. */
export function extendSession({ store, clock }: Sandbox, { id, created }: PortalSession): boolean {
  const { usedS } = store.hidden<PortalSessionHidden>(id);
  const endS = usedS === undefined ? created + UNUSED_LIFE_S : usedS + USED_LIFE_S;
  const nowS = clock.nowS();
  if (nowS > endS) return false;
  store.setHidden(id, { usedS: nowS });
  return true;
}

function configurationOf(sandbox: Sandbox, id: string | undefined): PortalConfiguration {
  if (!id) return defaultConfiguration(sandbox);
  const configuration = sandbox.store.need<PortalConfiguration>(
    'billing_portal.configuration',
    id,
    {
      param: 'configuration',
    },
  );
  if (configuration.active) return configuration;
  throw invalidRequest('The configuration is not active.', 'configuration');
}

function flowOf(
  sandbox: Sandbox,
  customer: Customer,
  { features }: PortalConfiguration,
  flow: Params,
): PortalFlow {
  const { type } = flow as { type: string };
  if (type !== 'payment_method_update' && type !== 'subscription_cancel') {
    throw notBuilt(`The flow ${type}`, 'flow_data[type]');
  }
  refuseUnbuilt(flow, ['type', 'after_completion', 'subscription_cancel'], 'flow_data');
  if (!features[type].enabled) {
    const message = `The configuration does not have the feature ${type} enabled.`;
    throw invalidRequest(message, 'flow_data[type]');
  }
  const cancel = flow.subscription_cancel as Params | undefined;
  if (type === 'subscription_cancel') checkCancelable(sandbox, customer, cancel);
  return complete<object>('BillingPortal.Session.Flow', {
    type,
    after_completion: afterCompletionOf(flow.after_completion as Params | undefined),
    subscription_cancel: cancel
      ? complete('BillingPortal.Session.Flow.SubscriptionCancel', cancel)
      : null,
  }) as PortalFlow;
}

function checkCancelable(sandbox: Sandbox, customer: Customer, cancel: Params | undefined): void {
  const param = 'flow_data[subscription_cancel][subscription]';
  if (!cancel) throw missingParam(param);
  refuseUnbuilt(cancel, ['subscription'], 'flow_data[subscription_cancel]');
  const id = cancel.subscription as string;
  const subscription = sandbox.store.need<StripeSubscription>('subscription', id, { param });
  if (subscription.customer !== customer.id) {
    throw invalidRequest(`The subscription '${id}' is not of this customer.`, param);
  }
  if (subscription.status === 'canceled' || subscription.cancel_at_period_end) {
    throw invalidRequest(`The subscription '${id}' is already set to be canceled.`, param);
  }
}

function afterCompletionOf(given: Params = { type: 'portal_homepage' }) {
  const { type, redirect, hosted_confirmation: confirmation } = given;
  if (type === 'redirect') {
    const param = 'flow_data[after_completion][redirect][return_url]';
    if (!redirect) throw missingParam(param);
    checkUrl((redirect as { return_url: string }).return_url, param);
  }
  return {
    type,
    redirect: type === 'redirect' ? redirect : null,
    hosted_confirmation:
      type === 'hosted_confirmation'
        ? { custom_message: null, ...(confirmation as object | undefined) }
        : null,
  };
}
