import { createInstance, type Types } from '@amplitude/analytics-browser';
import { BaseTransport } from '@amplitude/analytics-core';
import { maySend } from './analytics-consent.ts';
import { SENDING } from './analytics-events.ts';
import { fetchRemoteConfig } from './fetch-remote-config.ts';
import type { OutsideSettings } from './outside-services.ts';
import { mayNote, scrubbed } from './scrub-event.ts';

type Transport = Types.BrowserConfig['transportProvider'];

/** The SDK itself holds 1,000 unsent events, 1,000 properties, and a throttle of 30 s. */
const SESSION_MS = 30 * 60 * 1000;
const COOKIE_DAYS = 365;

/** What is said of events goes to the console's details; a visitor never sees it. */
const quietly = (...texts: unknown[]) => console.debug('Analytics:', ...texts);
const nothing = () => {};

/**
 * Starts Amplitude's SDK, with the identity and session in a cookie, and with what the project's
 * remote configuration turns on.
 */
export async function startAmplitude({
  amplitude,
  flushSeconds = SENDING.flushSeconds,
}: OutsideSettings): Promise<Types.BrowserClient> {
  if (!amplitude) throw new Error('no project is configured');
  const client = createInstance();
  client.add(outgoing);
  await client.init(amplitude.apiKey, {
    serverUrl: amplitude.ingestionUrl,
    flushQueueSize: SENDING.flushQueueSize,
    flushMaxRetries: SENDING.flushMaxRetries,
    flushIntervalMillis: flushSeconds * 1000,
    sessionTimeout: SESSION_MS,
    identityStorage: 'cookie',
    cookieOptions: {
      domain: '',
      expiration: COOKIE_DAYS,
      sameSite: 'Lax',
      secure: window.location.protocol === 'https:',
    },
    autocapture: await fetchRemoteConfig(amplitude.configUrl, amplitude.apiKey),
    remoteConfig: { fetchRemoteConfig: false },
    trackingOptions: { ipAddress: false, language: false, platform: false },
    enableDiagnostics: false,
    loggerProvider: {
      enable: nothing,
      disable: nothing,
      log: nothing,
      debug: nothing,
      warn: quietly,
      error: quietly,
    },
  }).promise;
  return client;
}

/** Holds automatic capture off private pages, and has everything sent by our own transport. */
const outgoing: Types.BeforePlugin = {
  name: 'outgoing',
  type: 'before',
  async setup(config) {
    config.transportProvider = new ScrubbingTransport();
  },
  execute: async (event) =>
    maySend() && mayNote(event.event_type, window.location.pathname) ? event : null,
};

/** Posts what may leave; what became of it the SDK is told by the HTTP status. */
class ScrubbingTransport extends BaseTransport implements Transport {
  override async send(url: string, payload: Parameters<Transport['send']>[1]) {
    // Taken back in the meantime: as if it had been sent.
    if (!maySend()) return this.buildResponse({ code: 200 });
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...payload, events: payload.events.map(scrubbed) }),
    });
    const outcome: object = Object(await response.json().catch(nothing));
    return this.buildResponse({ ...outcome, code: response.status });
  }
}
