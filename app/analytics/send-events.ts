import { createInstance } from '@amplitude/analytics-browser';
import type { Types } from '@amplitude/analytics-browser';
import { MemoryStorage } from '@amplitude/analytics-core';
import { maySend } from './analytics-consent.ts';
import type { NotedEvent } from './analytics-events.ts';
import { storageOrNone } from '#app/platform/browser-storage.ts';
import { EventTransport } from './event-transport.ts';
import { fetchRemoteConfig } from './fetch-remote-config.ts';
import { FLUSH_SECONDS, LEFT_EVENTS, type OutsideSettings } from './outside-services.ts';
import { mayNote } from './scrub-event.ts';

/** Sends events until they are taken, or given up after the last retry. */
export interface EventSender {
  take(events: NotedEvent[]): void;
  /**
   * Sends what waits at once, and for the last time: the page may be gone before the answer. Returns
   * what could not be sent and would be lost with the page: the SDK skips a flush while an earlier
   * one has no answer.
   */
  flush(): NotedEvent[];
}

/** The SDK itself holds 1,000 unsent events, 1,000 properties, and a throttle of 30 s. */
const LIMITS = {
  flushQueueSize: 200,
  flushMaxRetries: 12,
  sessionTimeout: 30 * 60 * 1000,
};
const COOKIE_DAYS = 365;
/**
 * What is handed over first has waited its time already, and goes as soon as the SDK has taken it
 * in, which it does one by one; from then on the transport has set the real interval.
 */
const FIRST_FLUSH_MS = 500;

/** What is said of events goes to the console's details; a visitor never sees it. */
const quietly = (...said: unknown[]) => console.debug('Analytics:', ...said);
const logger: Types.ILogger = {
  enable() {},
  disable() {},
  log() {},
  warn: quietly,
  error: quietly,
  debug() {},
};

/**
 * Starts Amplitude's SDK for the given services. To the site's own call it sends nothing but the
 * events themselves and keeps nothing in the browser; to Amplitude, with the identity and session
 * in a cookie, and with what the project's remote configuration turns on.
 */
export async function startSender({
  amplitude,
  flushSeconds = FLUSH_SECONDS,
}: OutsideSettings): Promise<EventSender> {
  const flushMs = flushSeconds * 1000;
  const client = createInstance();
  const transport = new EventTransport(amplitude === undefined);
  client.add(outgoing(transport, flushMs));
  const common: Types.BrowserOptions = {
    ...LIMITS,
    flushIntervalMillis: FIRST_FLUSH_MS,
    loggerProvider: logger,
    enableDiagnostics: false,
    remoteConfig: { fetchRemoteConfig: false },
    trackingOptions: { ipAddress: false, language: false, platform: false },
  };
  await client.init(amplitude?.apiKey ?? 'first-party', {
    ...common,
    ...(amplitude ? await thirdParty(amplitude) : firstParty()),
  }).promise;
  let handed: NotedEvent[] = [];
  const unsent = () => handed.filter(({ id }) => !transport.hasSent(id));
  const take: EventSender['take'] = (events) => {
    handed = [...unsent(), ...events];
    for (const { name, properties, path, time, id } of events) {
      client.track(name, { ...properties, path }, { time, insert_id: id });
      // The SDK takes an event with a time of its own for no sign of life.
      client.extendSession();
    }
  };
  if (amplitude) take(leftByAnotherPage());
  return {
    take,
    flush() {
      void client.flush();
      return transport.isBusy && !amplitude ? unsent() : [];
    },
  };
}

function leftByAnotherPage(): NotedEvent[] {
  const storage = storageOrNone('sessionStorage');
  const left = storage?.getItem(LEFT_EVENTS);
  storage?.removeItem(LEFT_EVENTS);
  return left ? (JSON.parse(left) as NotedEvent[]) : [];
}

function firstParty(): Types.BrowserOptions {
  return {
    serverUrl: '/api/events',
    identityStorage: 'none',
    storageProvider: new MemoryStorage(),
    autocapture: false,
  };
}

async function thirdParty({
  apiKey,
  ingestionUrl,
  configUrl,
}: NonNullable<OutsideSettings['amplitude']>): Promise<Types.BrowserOptions> {
  const remote = await fetchRemoteConfig(configUrl, apiKey);
  return {
    serverUrl: ingestionUrl,
    identityStorage: 'cookie',
    cookieOptions: {
      domain: '',
      expiration: COOKIE_DAYS,
      sameSite: 'Lax',
      secure: window.location.protocol === 'https:',
    },
    autocapture: remote.autocapture ?? false,
  };
}

/** Keeps automatic capture off private pages, and has everything sent by our own transport. */
function outgoing(transport: EventTransport, flushMs: number): Types.BeforePlugin {
  return {
    name: 'outgoing',
    type: 'before',
    async setup(config) {
      transport.onSend = () => {
        config.flushIntervalMillis = flushMs;
      };
      config.transportProvider = transport;
    },
    execute: async (event) =>
      maySend() && mayNote(event.event_type, globalThis.location?.pathname ?? '/') ? event : null,
  };
}
