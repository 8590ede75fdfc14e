import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startAmplitude } from './send-to-amplitude.ts';

/** Amplitude's SDK itself, which is asked for its transport by what it posts. */
const consent = vi.hoisted(() => ({ isThere: true }));
vi.mock('./analytics-consent.ts', () => ({ maySend: () => consent.isThere }));

const ask = vi.fn<typeof fetch>();
const page = 'https://assay.example/cart?email=ann@example.org';

beforeEach(() => {
  vi.resetAllMocks();
  consent.isThere = true;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  vi.spyOn(console, 'debug').mockImplementation(() => {});
  vi.stubGlobal('fetch', ask);
  const location = { protocol: 'https:', pathname: '/cart', href: page, hostname: 'assay.example' };
  vi.stubGlobal('window', { location, addEventListener: () => {} });
  vi.stubGlobal('navigator', { onLine: true, userAgent: 'a browser' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function sent(statuses: number[]) {
  ask.mockImplementation(async (_url, init) =>
    init?.method === 'POST'
      ? Response.json({ error: 'as told' }, { status: statuses.shift() ?? 200 })
      : Response.json({}),
  );
  const starting = startAmplitude({
    amplitude: { apiKey: 'k', ingestionUrl: 'https://a.example', configUrl: 'https://c.example' },
  });
  await vi.advanceTimersByTimeAsync(0);
  const client = await starting;
  for (const insert_id of ['one', 'two']) {
    client.track({ event_type: 'Product View', insert_id, event_properties: { page, who: 'b@c' } });
  }
  return client;
}
const bodies = () =>
  ask.mock.calls.flatMap(([, init]) => (init?.method === 'POST' ? [String(init.body)] : []));

it('posts with its key, and without addresses and what stands behind a question mark', async () => {
  await sent([]);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(bodies()).toEqual([]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(bodies().map((body) => JSON.parse(body))).toMatchObject([
    {
      api_key: 'k',
      options: {},
      events: [
        { insert_id: 'one', event_properties: { page: 'https://assay.example/cart' } },
        { insert_id: 'two' },
      ],
    },
  ]);
  expect(bodies().join()).not.toMatch(/ann|b@c/);
});

it('goes by the HTTP status, whatever the body says', async () => {
  await sent([503, 408]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(bodies().map((body) => JSON.parse(body).events.length)).toEqual([2, 2, 2]);
});

it('sends nothing that still waits when the consent is taken back', async () => {
  const client = await sent([]);
  consent.isThere = false;
  client.flush();
  client.track('Sort Products');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(bodies()).toEqual([]);
});
