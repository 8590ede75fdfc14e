import { expect, it } from 'vitest';
import { readConfig } from '#app/config.ts';
import { policy } from '#app/http/content-security-policy.ts';
import {
  chatSources,
  outsideServices,
  hostedPageSources,
  outsideSources,
} from './outside-services.server.ts';

const policyFor = (env: Record<string, string>) => policy(outsideSources(readConfig(env)));
const AMPLITUDE_API_KEY = 'key-of-ours';

it('tells a browser nothing, and admits nobody, where nothing is configured', () => {
  expect(outsideServices(readConfig({}))).toBeNull();
  expect(policyFor({})).toBe(policy());
  expect(policyFor({})).not.toContain('https:');
  expect(policyFor({ ANALYTICS_FLUSH_SECONDS: '1' })).toBe(policy());
});

it.each([
  ['US', 'https://api2.amplitude.com', 'https://sr-client-cfg.amplitude.com'],
  ['EU', 'https://api.eu.amplitude.com', 'https://sr-client-cfg.eu.amplitude.com'],
])('admits Amplitude in the zone %s, for requests only', (AMPLITUDE_ZONE, events, remote) => {
  const env = { AMPLITUDE_API_KEY, AMPLITUDE_ZONE };
  expect(policyFor(env)).toContain(`connect-src 'self' ${events} ${remote};`);
  expect(policyFor(env)).toContain(`script-src 'self';`);
  expect(outsideServices(readConfig(env))?.amplitude?.ingestionUrl).toBe(`${events}/2/httpapi`);
});

it('admits one’s own proxy instead, once where both are the same', () => {
  const env = {
    AMPLITUDE_API_KEY,
    AMPLITUDE_URL: 'https://events.example.org/in',
    AMPLITUDE_CONFIG_URL: 'https://events.example.org/config',
  };
  expect(policyFor(env)).toContain(`connect-src 'self' https://events.example.org;`);
});

it('admits the chat on its own page alone, where it has an id, and no script of anybody else', () => {
  const env = { INTERCOM_APP_ID: 'abc123', INTERCOM_REGION: 'EU' };
  expect(outsideServices(readConfig(env))).toEqual({
    chat: { appId: 'abc123', apiBase: 'https://api-iam.eu.intercom.io' },
  });
  expect(policyFor(env)).toBe(policy());
  expect(chatSources(readConfig({}))).toEqual({});
  const text = policy(chatSources(readConfig(env)));
  expect(text).toContain(
    `script-src 'self' https://widget.intercom.io https://js.intercomcdn.com;`,
  );
  expect(text).toContain('wss://nexus-europe-websocket.intercom.io');
  expect(text).not.toContain('amplitude');
  expect(text).toContain(`default-src 'none';`);
});

it('lets forms be led to the page where one pays, at Stripe or in the sandbox', () => {
  const formsOf = (env: Record<string, string>) => policy(hostedPageSources(readConfig(env)));
  expect(formsOf({})).toContain(
    "form-action 'self' https://checkout.stripe.com https://billing.stripe.com;",
  );
  expect(formsOf({ STRIPE_API_BASE: 'http://127.0.0.1:3001/' })).toContain(
    "form-action 'self' http://127.0.0.1:3001;",
  );
  const named = { SANDBOX_PUBLIC_URL: 'https://pay.example.com/sandbox/' };
  expect(formsOf({ STRIPE_API_BASE: 'http://127.0.0.1:3001', ...named })).toContain(
    "form-action 'self' http://127.0.0.1:3001 https://pay.example.com;",
  );
  expect(formsOf(named)).not.toContain('pay.example.com');
  expect(policy()).toContain("form-action 'self';");
});
