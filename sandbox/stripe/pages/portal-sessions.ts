import { missingParam } from '#sandbox/stripe/api/errors.ts';
import { emit } from '#sandbox/stripe/webhooks/events.ts';
import { newId, randomText } from '#sandbox/stripe/api/ids.ts';
import type { Customer, PortalSession, PortalSessionHidden } from '#sandbox/stripe/objects.ts';
import { checkUrl, refuseUnbuilt } from '#sandbox/stripe/api/params.ts';
import type { SandboxCall, Sandbox } from '#sandbox/stripe/sandbox.ts';
import { complete } from '#sandbox/stripe/api/schema.ts';

const KIND = 'billing_portal.session';
const BUILT = ['customer', 'expand', 'locale', 'return_url'];
/** The standard one, which there is no other beside: invoices, another card, an end with the period. */
const CONFIGURATION = 'bpc_1SandboxStandard00000000';

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
  const id = newId('bps');
  const session = complete<object>(KIND, {
    id,
    object: KIND,
    configuration: CONFIGURATION,
    created: clock.nowS(),
    customer: customer.id,
    flow: null,
    livemode: false,
    locale: given.locale ?? null,
    return_url: given.return_url ?? null,
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
