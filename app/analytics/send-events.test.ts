import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as realPause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { NotedEvent } from './analytics-events.ts';
import type { EventSender } from './send-events.ts';

/**
 * Amplitude's SDK itself against a server of this test, with the SDK's clock in our hands. What
 * the server answers is in `answers`; after the last it takes everything.
 */
interface Received {
  path: string;
  ids: string[];
  body: string;
}
const consent = vi.hoisted(() => ({ isThere: true }));
vi.mock('./analytics-consent.ts', () => ({ maySend: () => consent.isThere }));

let server: Server;
let base: string;
let received: Received[];
let answers: (number | { status: number; body: object })[];
/** Answers wait for it. */
let held: Promise<void>;
/** Requests that have no answer yet, and those of them that were received and are held. */
let underWay: number;
let waiting: number;

beforeEach(async () => {
  received = [];
  answers = [];
  held = Promise.resolve();
  [underWay, waiting] = [0, 0];
  consent.isThere = true;
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    const reply = async () => {
      const { events } = JSON.parse(body) as { events: { insert_id: string }[] };
      received.push({ path: request.url ?? '', ids: events.map((e) => e.insert_id), body });
      const answer = answers.shift() ?? 202;
      const { status, body: said } =
        typeof answer === 'number' ? { status: answer, body: { error: 'as told' } } : answer;
      waiting += 1;
      await held;
      waiting -= 1;
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(said));
    };
    request.on('end', () => void reply());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const real = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    underWay += 1;
    const answered = real(new URL(url, base), { ...init, keepalive: false });
    return answered.finally(() => (underWay -= 1));
  });
  vi.spyOn(console, 'debug').mockImplementation(() => {});
  vi.stubGlobal('navigator', { onLine: true, userAgent: 'a browser' });
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});

afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function sender(): Promise<EventSender> {
  const { startSender } = await import('./send-events.ts');
  return startSender({});
}

function events(count: number, from = 0): NotedEvent[] {
  return Array.from({ length: count }, (_, index) => ({
    name: 'Product View',
    properties: { product_id: from + index },
    path: '/product/1',
    time: 1,
    id: `event-${from + index}`,
  }));
}

/** Lets the SDK's clock go on, then the real network settle. */
async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  for (let quiet = 0, before = -1; quiet < 3; quiet += 1) {
    await realPause(8);
    if (received.length !== before || underWay > waiting) quiet = 0;
    before = received.length;
  }
  await vi.advanceTimersByTimeAsync(0);
}

const sizes = () => received.map(({ ids }) => ids.length);

it('sends the first events at once, and later ones every ten seconds, together', async () => {
  const to = await sender();
  to.take(events(2));
  await pass(1_000);
  expect(sizes()).toEqual([2]);
  to.take(events(1, 2));
  to.take(events(1, 3));
  await pass(9_000);
  expect(sizes()).toEqual([2]);
  await pass(1_100);
  expect(sizes()).toEqual([2, 2]);
  await pass(60_000);
  expect(sizes()).toEqual([2, 2]);
});

it('sends nothing that still waits when the consent is taken back', async () => {
  const to = await sender();
  to.take(events(1));
  await pass(1_000);
  to.take(events(2, 1));
  await pass(1_000);
  consent.isThere = false;
  to.flush();
  to.take(events(1, 3));
  await pass(30_000);
  expect(sizes()).toEqual([1]);
});

it('tells the site itself the events, and nothing of the visitor', async () => {
  const to = await sender();
  to.take(events(1));
  await pass(1_000);
  expect(received[0]?.path).toBe('/api/events');
  expect(JSON.parse(received[0]?.body ?? '')).toEqual({
    events: [
      {
        event_type: 'Product View',
        event_properties: { product_id: 0, path: '/product/1' },
        insert_id: 'event-0',
      },
    ],
  });
});

it('lets no address out that is written into an event after every plugin', async () => {
  const { EventTransport } = await import('./event-transport.ts');
  for (const isFirstParty of [true, false]) {
    await new EventTransport(isFirstParty).send('/api/events', {
      api_key: 'k',
      events: [
        {
          event_type: 'Product View',
          insert_id: 'one',
          event_properties: { 'Page Location': `${base}/cart?email=ann@example.org`, who: 'b@c.d' },
        },
      ],
    });
  }
  expect(received.map(({ ids }) => ids)).toEqual([['one'], ['one']]);
  expect(received.map(({ body }) => body).join()).not.toMatch(/ann|b@c/);
});

it('sends at most 200 at a time', async () => {
  const to = await sender();
  to.take(events(450));
  await pass(1_000);
  expect(sizes()).toEqual([200, 200, 50]);
});

it.each([408, 500, 503])(
  '%i: tries again, with growing pauses, until it is taken',
  async (status) => {
    answers = [status, status, status];
    const to = await sender();
    to.take(events(1));
    await pass(1_000);
    await pass(10_000); // the first retry waits for the next flush
    await pass(1_000);
    expect(received.length).toBe(3);
    await pass(1_900);
    expect(received.length).toBe(3);
    await pass(200);
    expect(received.map(({ ids }) => ids)).toEqual(Array.from({ length: 4 }, () => ['event-0']));
    await pass(120_000);
    expect(received.length).toBe(4);
  },
);

it('gives up after twelve attempts, and says so to the debug console only', async () => {
  answers = Array.from({ length: 20 }, () => 500);
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  const to = await sender();
  to.take(events(1));
  for (let step = 0; step < 30; step += 1) await pass(12_000);
  expect(received.length).toBe(12);
  answers = [];
  to.take(events(1, 1));
  await pass(12_000);
  expect(received.at(-1)?.ids).toEqual(['event-1']);
  expect(console.debug).toHaveBeenCalled();
  expect(error).not.toHaveBeenCalled();
});

it('413: halves what it sends, and drops one event that is too large by itself', async () => {
  answers = [413, 413];
  const to = await sender();
  to.take(events(180));
  await pass(1_000);
  await pass(10_000);
  expect(sizes().slice(0, 2)).toEqual([180, 100]);
  await pass(30_000);
  expect(new Set(received.slice(2).flatMap(({ ids }) => ids)).size).toBe(180);

  received = [];
  answers = [413];
  to.take(events(1, 900));
  for (let step = 0; step < 6; step += 1) await pass(12_000);
  expect(received.map(({ ids }) => ids)).toEqual([['event-900']]);
});

it('429: keeps the throttled events back for thirty seconds', async () => {
  answers = [{ status: 429, body: { error: 'slow down', throttled_events: [0, 1] } }];
  const to = await sender();
  to.take(events(2));
  await pass(1_000);
  await pass(29_000);
  expect(received.length).toBe(1);
  await pass(2_000);
  expect(received.map(({ ids }) => ids.length)).toEqual([2, 2]);
});

it.each([400, 403, 415])('%i: drops what is refused as a whole', async (status) => {
  answers = [status];
  const to = await sender();
  to.take(events(2));
  for (let step = 0; step < 6; step += 1) await pass(12_000);
  expect(received.length).toBe(1);
});

it('400: drops the events that are named, and sends the others again', async () => {
  answers = [{ status: 400, body: { error: 'x', events_with_invalid_fields: { time: [1] } } }];
  const to = await sender();
  to.take(events(3));
  await pass(1_000);
  await pass(10_000);
  expect(received.map(({ ids }) => ids)).toEqual([
    ['event-0', 'event-1', 'event-2'],
    ['event-0', 'event-2'],
  ]);
});

it('survives a network that is not there', async () => {
  const there = globalThis.fetch;
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('network')));
  const to = await sender();
  to.take(events(1));
  await pass(1_000);
  vi.stubGlobal('fetch', there);
  await pass(12_000);
  expect(received.map(({ ids }) => ids)).toEqual([['event-0']]);
});

it('flushes on demand what it was handed just before', async () => {
  const to = await sender();
  to.take(events(1));
  await pass(1_000);
  to.take(events(1, 1));
  to.flush();
  await pass(0);
  expect(received.map(({ ids }) => ids)).toEqual([['event-0'], ['event-1']]);
});

it('hands back what it cannot flush, because an earlier request has no answer yet', async () => {
  const to = await sender();
  const { promise, resolve } = Promise.withResolvers<void>();
  held = promise;
  to.take(events(1));
  await pass(1_000);
  to.take(events(1, 1));
  expect(to.flush()).toEqual(events(1, 1));
  resolve();
  await pass(0);
  expect(to.flush()).toEqual([]);
  await pass(0);
  expect(received.map(({ ids }) => ids)).toEqual([['event-0'], ['event-1']]);
});
