import { saveChange } from '#sandbox/stripe/changes.ts';
import { invalidRequest, notBuilt } from '#sandbox/stripe/api/errors.ts';
import { emit } from '#sandbox/stripe/webhooks/events.ts';
import { newId } from '#sandbox/stripe/api/ids.ts';
import { filters, listPage } from '#sandbox/stripe/api/lists.ts';
import { mergeMetadata } from '#sandbox/stripe/api/metadata.ts';
import type { PortalConfiguration, PortalFeatures } from '#sandbox/stripe/objects.ts';
import { checkUrl, refuseUnbuilt, type Params } from '#sandbox/stripe/api/params.ts';
import type { SandboxCall, Sandbox } from '#sandbox/stripe/sandbox.ts';
import { complete } from '#sandbox/stripe/api/schema.ts';

const KIND = 'billing_portal.configuration';
const BUILT = [
  'business_profile',
  'default_return_url',
  'expand',
  'features',
  'login_page',
  'metadata',
  'name',
];

/** What the portal offers unless another configuration is named; it is there from the start. */
export function defaultConfiguration(sandbox: Sandbox): PortalConfiguration {
  const { store } = sandbox;
  const row = store.one<{ json: string }>(
    "SELECT json FROM objects WHERE kind = ? AND json_extract(json, '$.is_default') = 1",
    KIND,
  );
  if (row) return JSON.parse(row.json) as PortalConfiguration;
  const features = withFeatures(NOTHING, {
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: { enabled: true },
  });
  const configuration = makeConfiguration(sandbox, { features, is_default: true });
  store.insert(configuration);
  return configuration;
}

/** POST /v1/billing_portal/configurations */
export function createConfiguration({ sandbox, params }: SandboxCall): PortalConfiguration {
  refuseUnbuilt(params, BUILT);
  defaultConfiguration(sandbox); // it is the older one, in every list
  const configuration = makeConfiguration(sandbox, {
    ...fieldsOf(params),
    features: withFeatures(NOTHING, params.features as Params),
    metadata: mergeMetadata({}, params.metadata as Params),
  });
  sandbox.store.insert(configuration);
  emit(sandbox, `${KIND}.created`, configuration);
  return configuration;
}

/** GET /v1/billing_portal/configurations */
export function listConfigurations({ sandbox, params, path }: SandboxCall) {
  defaultConfiguration(sandbox);
  const conditions = filters(params);
  return listPage(sandbox.store, { kind: KIND, url: path, params, conditions });
}

/** POST /v1/billing_portal/configurations/:id: what is not named stays. */
export function updateConfiguration({ sandbox, id, params }: SandboxCall): PortalConfiguration {
  const before = sandbox.store.need<PortalConfiguration>(KIND, id);
  refuseUnbuilt(params, [...BUILT, 'active']);
  if (before.is_default && params.active === false) {
    throw invalidRequest('The default configuration cannot be deactivated.', 'active');
  }
  const change = params.metadata as Params | null | undefined;
  return saveChange(sandbox, `${KIND}.updated`, before, {
    ...before,
    ...fieldsOf(params, before),
    active: (params.active as boolean | undefined) ?? before.active,
    features: withFeatures(before.features, params.features as Params | undefined),
    metadata: mergeMetadata(before.metadata, change),
    updated: sandbox.clock.nowS(),
  });
}

function makeConfiguration(
  { clock }: Sandbox,
  fields: Partial<PortalConfiguration>,
): PortalConfiguration {
  return complete<object>(KIND, {
    id: newId('bpc'),
    object: KIND,
    active: true,
    business_profile: complete('BillingPortal.Configuration.BusinessProfile', {}),
    created: clock.nowS(),
    is_default: false,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: {},
    updated: clock.nowS(),
    ...fields,
  }) as PortalConfiguration;
}

function fieldsOf(params: Params, before?: PortalConfiguration): Partial<PortalConfiguration> {
  const { default_return_url: url, name, business_profile: profile, login_page: login } = params;
  if (typeof url === 'string') checkUrl(url, 'default_return_url');
  if ((login as Params | undefined)?.enabled) throw notBuilt('The login page', 'login_page');
  const business = { ...before?.business_profile, ...(profile as object | undefined) };
  for (const [key, value] of Object.entries(business)) {
    if (key.endsWith('_url') && value) checkUrl(value, `business_profile[${key}]`);
  }
  return {
    ...(url === undefined ? {} : { default_return_url: url as string | null }),
    ...(name === undefined ? {} : { name: name as string | null }),
    business_profile: complete<object>(
      'BillingPortal.Configuration.BusinessProfile',
      business,
    ) as PortalConfiguration['business_profile'],
  };
}

/** The features as they are after a change; refuses to switch on what the page does not offer. */
function withFeatures(before: PortalFeatures, change: Params = {}): PortalFeatures {
  for (const name of ['customer_update', 'subscription_pause', 'subscription_update']) {
    const path = `features[${name}]`;
    if ((change[name] as Params | undefined)?.enabled) throw notBuilt(path, path);
  }
  const cancel = (change.subscription_cancel ?? {}) as Params;
  const path = 'features[subscription_cancel]';
  refuseUnbuilt(cancel, ['enabled', 'mode', 'cancellation_reason', 'proration_behavior'], path);
  if ((cancel.cancellation_reason as Params | undefined)?.enabled) {
    throw notBuilt(`${path}[cancellation_reason]`, `${path}[cancellation_reason]`);
  }
  if (cancel.proration_behavior && cancel.proration_behavior !== 'none') {
    throw notBuilt(`${path}[proration_behavior]`, `${path}[proration_behavior]`);
  }
  const { cancellation_reason: _, ...cancelChange } = cancel;
  return {
    ...before,
    invoice_history: { ...before.invoice_history, ...(change.invoice_history as object) },
    payment_method_update: {
      ...before.payment_method_update,
      ...(change.payment_method_update as object),
    },
    subscription_cancel: { ...before.subscription_cancel, ...cancelChange },
  } as PortalFeatures;
}

const NOTHING: PortalFeatures = complete<object>('BillingPortal.Configuration.Features', {
  customer_update: { enabled: false, allowed_updates: [] },
  invoice_history: { enabled: false },
  payment_method_update: { enabled: false, payment_method_configuration: null },
  subscription_cancel: {
    enabled: false,
    mode: 'at_period_end',
    proration_behavior: 'none',
    cancellation_reason: { enabled: false, feedback_options: null, options: [] },
  },
  subscription_pause: {
    enabled: false,
    duration: { type: 'indefinite', interval_options: [] },
  },
  subscription_update: complete('BillingPortal.Configuration.Features.SubscriptionUpdate', {
    default_allowed_updates: [],
    enabled: false,
    proration_behavior: 'none',
    schedule_at_period_end: { conditions: [] },
    trial_update_behavior: 'end_trial',
  }),
}) as PortalFeatures;
