import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { FLUSH_SECONDS } from './outside-services.ts';
import { startSender } from './send-events.ts';

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
 * The limits of spec §9 that are left to Amplitude's SDK. A new version that has others is to be
 * noticed here. What we set ourselves is asked of it in the last test.
 */
const SDK: [limit: string, file: string, line: string][] = [
  ['throttle 30 s', 'analytics-core/lib/esm/plugins/destination.js', 'throttleTimeout = 30000;'],
  [
    'property maximum 1000',
    'analytics-core/lib/esm/utils/valid-properties.js',
    'MAX_PROPERTY_KEYS = 1000;',
  ],
  [
    'stored unsent events 1000',
    'analytics-browser/lib/esm/storage/local-storage.js',
    'MAX_ARRAY_LENGTH = 1000;',
  ],
  [
    'element text 255',
    'plugin-autocapture-browser/lib/esm/data-extractor.js',
    'replaceSensitiveString(output.substring(0, 255))',
  ],
  [
    'hierarchy 1024',
    'plugin-autocapture-browser/lib/esm/hierarchy.js',
    'MAX_HIERARCHY_LENGTH = 1024;',
  ],
  [
    'attribute values 128',
    'plugin-autocapture-browser/lib/esm/constants.js',
    'MAX_ATTRIBUTE_LENGTH = 128;',
  ],
];

test.each(SDK)('the SDK keeps to: %s', (_, file, line) => {
  expect(readFileSync(`node_modules/@amplitude/${file}`, 'utf8')).toContain(line);
});

test('what is set here is set for both ways of sending', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({})));
  vi.stubGlobal('window', { location: { protocol: 'https:' } });
  await startSender({});
  await startSender({
    amplitude: { apiKey: 'k', ingestionUrl: 'https://a.example', configUrl: 'https://c.example' },
  });
  const [own, amplitude] = init.mock.calls.map(([, options]) => options);
  const limits = { flushQueueSize: 200, flushMaxRetries: 12, sessionTimeout: 30 * 60 * 1000 };
  expect(own).toMatchObject({ ...limits, identityStorage: 'none' });
  expect(amplitude).toMatchObject({
    ...limits,
    identityStorage: 'cookie',
    cookieOptions: { expiration: 365, sameSite: 'Lax', secure: true },
  });
  // The SDK would ask for remote configuration with times of its own.
  for (const options of [own, amplitude]) {
    expect(options.remoteConfig).toEqual({ fetchRemoteConfig: false });
  }
  expect(FLUSH_SECONDS).toBe(10);
});
