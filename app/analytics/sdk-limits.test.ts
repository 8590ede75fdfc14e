import { LocalStorage } from '@amplitude/analytics-browser/lib/cjs/storage/local-storage.js';
import { Destination, Identify } from '@amplitude/analytics-core';
import { DataExtractor } from '@amplitude/plugin-autocapture-browser';
import {
  getElementProperties,
  MAX_HIERARCHY_LENGTH,
} from '@amplitude/plugin-autocapture-browser/lib/cjs/hierarchy.js';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { SENDING } from './analytics-events.ts';
import { startAmplitude } from './send-to-amplitude.ts';

const { init } = vi.hoisted(() => ({ init: vi.fn() }));
vi.mock('@amplitude/analytics-browser', () => ({
  createInstance: () => ({
    init: init.mockReturnValue({ promise: Promise.resolve() }),
    add() {},
    track() {},
    flush() {},
  }),
}));
afterEach(() => vi.unstubAllGlobals());

/*
 * The limits that are left to Amplitude's SDK. A new version that has others is to be
 * noticed here. What we set ourselves is asked of it in the last test.
 */
describe('the SDK keeps to', () => {
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`key ${at}`, at]));

  test('a throttle of 30 s', () => {
    expect(new Destination()).toMatchObject({ throttleTimeout: 30_000 });
  });

  test.each([
    [1000, true],
    [1001, false],
  ])('at most 1000 properties: %i', (count, isTaken) => {
    const { $set = {} } = new Identify().set('all', many(count)).getUserProperties();
    expect('all' in $set).toBe(isTaken);
  });

  test('1000 unsent events in storage', async () => {
    const stored = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      setItem: (key: string, text: string) => stored.set(key, text),
    });
    await new LocalStorage().set('unsent', Array.from({ length: 1001 }));
    expect(JSON.parse(stored.get('unsent') ?? '')).toHaveLength(1000);
  });

  test('255 characters of an element’s text, 128 of an attribute, and 1024 of where it stands', () => {
    vi.stubGlobal('HTMLElement', function HTMLElement() {});
    const element = {
      tagName: 'P',
      innerText: 'x'.repeat(256),
      attributes: [{ name: 'title', value: 'x'.repeat(129) }],
      classList: [],
      getAttribute: () => null,
      getRootNode: () => null,
      closest: () => null,
      querySelector: () => null,
    } as unknown as HTMLElement;
    expect(new DataExtractor({}).getText(element)).toBe('x'.repeat(255));
    expect(getElementProperties(element, new Set())?.attrs).toEqual({ title: 'x'.repeat(128) });
    expect(MAX_HIERARCHY_LENGTH).toBe(1024);
  });
});

test('what is set here', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({})));
  vi.stubGlobal('window', { location: { protocol: 'https:' } });
  await startAmplitude({
    amplitude: { apiKey: 'k', ingestionUrl: 'https://a.example', configUrl: 'https://c.example' },
  });
  expect(SENDING).toEqual({ flushQueueSize: 200, flushSeconds: 10, flushMaxRetries: 12 });
  expect(init.mock.calls[0]?.[1]).toMatchObject({
    flushQueueSize: 200,
    flushIntervalMillis: 10_000,
    flushMaxRetries: 12,
    sessionTimeout: 30 * 60 * 1000,
    identityStorage: 'cookie',
    cookieOptions: { expiration: 365, sameSite: 'Lax', secure: true },
    // The SDK would ask for remote configuration with times of its own.
    remoteConfig: { fetchRemoteConfig: false },
  });
});
