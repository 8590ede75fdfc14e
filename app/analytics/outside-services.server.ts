import { config, type Config } from '#app/config.ts';
import type { PolicySources } from '#app/http/content-security-policy.ts';
import { SENDING } from './analytics-events.ts';
import type { OutsideSettings } from './outside-services.ts';

/** Amplitude's own addresses, by the zone of a project. */
const AMPLITUDE = {
  US: {
    ingestionUrl: 'https://api2.amplitude.com/2/httpapi',
    configUrl: 'https://sr-client-cfg.amplitude.com/config',
  },
  EU: {
    ingestionUrl: 'https://api.eu.amplitude.com/2/httpapi',
    configUrl: 'https://sr-client-cfg.eu.amplitude.com/config',
  },
};

/** Intercom's, by the region of a workspace: its API, and the socket that answers come by. */
const INTERCOM = {
  US: { api: 'api-iam.intercom.io', sockets: ['nexus-websocket-a', 'nexus-websocket-b'] },
  EU: { api: 'api-iam.eu.intercom.io', sockets: ['nexus-europe-websocket'] },
  AU: { api: 'api-iam.au.intercom.io', sockets: ['nexus-australia-websocket'] },
};

/** What a page tells the browser; null where nothing differs from a site on its own. */
export function outsideServices(read: Config = config()): OutsideSettings | null {
  const amplitude = read.AMPLITUDE_API_KEY && {
    apiKey: read.AMPLITUDE_API_KEY,
    ingestionUrl: read.AMPLITUDE_URL ?? AMPLITUDE[read.AMPLITUDE_ZONE].ingestionUrl,
    configUrl: read.AMPLITUDE_CONFIG_URL ?? AMPLITUDE[read.AMPLITUDE_ZONE].configUrl,
  };
  const chat = read.INTERCOM_APP_ID && {
    appId: read.INTERCOM_APP_ID,
    apiBase: `https://${INTERCOM[read.INTERCOM_REGION].api}`,
  };
  const services: OutsideSettings = {
    ...(amplitude && { amplitude }),
    ...(chat && { chat }),
    ...(read.ANALYTICS_FLUSH_SECONDS !== SENDING.flushSeconds && {
      flushSeconds: read.ANALYTICS_FLUSH_SECONDS,
    }),
  };
  return Object.keys(services).length > 0 ? services : null;
}

/** What the policy of every page admits besides, for the services that are configured. */
export function outsideSources(read: Config = config()): PolicySources {
  const amplitude = outsideServices(read)?.amplitude;
  if (!amplitude) return {};
  const { ingestionUrl, configUrl } = amplitude;
  return { 'connect-src': [new URL(ingestionUrl).origin, new URL(configUrl).origin] };
}

/** Stripe's own: where one pays, and where a monthly donation is managed. */
const HOSTED_PAGES = ['https://checkout.stripe.com', 'https://billing.stripe.com'];

/** Where forms without scripts are led to pay: browsers hold a form to the policy in its redirects too. */
export function hostedPageSources(read: Config = config()): PolicySources {
  const sandbox = [read.STRIPE_API_BASE, read.SANDBOX_PUBLIC_URL].flatMap((url) => url ?? []);
  const origins = sandbox.map((url) => new URL(url).origin);
  return { 'form-action': read.STRIPE_API_BASE ? origins : HOSTED_PAGES };
}

/** What the chat's own page admits besides: scripts, styles and frames of Intercom's. */
export function chatSources(read: Config = config()): PolicySources {
  const chat = outsideServices(read)?.chat;
  if (!chat) return {};
  const sockets = INTERCOM[read.INTERCOM_REGION].sockets.map((name) => `${name}.intercom.io`);
  return {
    'connect-src': [
      chat.apiBase,
      'https://via.intercom.io',
      ...sockets.flatMap((host) => [`https://${host}`, `wss://${host}`]),
      'https://uploads.intercomcdn.com',
    ],
    'script-src': ['https://widget.intercom.io', 'https://js.intercomcdn.com'],
    // The messenger writes its styles into the page; it has no form without them.
    'style-src': [`'unsafe-inline'`],
    'font-src': ['https://js.intercomcdn.com', 'https://fonts.intercomcdn.com'],
    'img-src': ['blob:', 'https://*.intercomcdn.com', 'https://static.intercomassets.com'],
    'media-src': ['https://js.intercomcdn.com'],
    'frame-src': ['https://intercom-sheets.com'],
  };
}
