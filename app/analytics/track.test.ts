import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OutsideSettings } from './outside-services.ts';
import type { EventSender, startSender } from './send-events.ts';
import type { track as Track } from './track.ts';

const { start, take, flush } = vi.hoisted(() => ({
  start: vi.fn<typeof startSender>(),
  take: vi.fn<EventSender['take']>(),
  flush: vi.fn<EventSender['flush']>(),
}));
vi.mock('./send-events.ts', () => ({ startSender: start }));

const post = vi.fn<typeof fetch>();
const assign = vi.fn<(url: string) => void>();
let page: EventTarget;
let storage: Storage;

beforeEach(() => {
  vi.resetAllMocks();
  vi.useFakeTimers();
  start.mockResolvedValue({ take, flush });
  flush.mockReturnValue([]);
  post.mockResolvedValue(new Response('{}', { status: 202 }));
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A page that was just loaded; `isSameVisitor` keeps what the browser has stored. */
async function inBrowser(
  signals: object = {},
  services: OutsideSettings = {},
  isSameVisitor = false,
): Promise<typeof Track> {
  vi.resetModules();
  if (!isSameVisitor) storage = storageOf();
  page = new EventTarget();
  const meta = { content: JSON.stringify(services) };
  vi.stubGlobal(
    'window',
    Object.assign(page, {
      location: { pathname: '/product/1001', search: '?session_id=x', assign },
      localStorage: storage,
      sessionStorage: storage,
    }),
  );
  vi.stubGlobal(
    'document',
    Object.assign(new EventTarget(), { visibilityState: 'visible', querySelector: () => meta }),
  );
  vi.stubGlobal('navigator', signals);
  vi.stubGlobal('fetch', post);
  return (await import('./track.ts')).track;
}

function storageOf(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as Storage;
}

describe('track', () => {
  it('gathers for ten seconds, then hands everything to the sender, with the path and no query', async () => {
    const track = await inBrowser();
    track('Product View', { product_id: 1001 });
    await vi.advanceTimersByTimeAsync(9_000);
    track('Sort Products', { sort: 'id' });
    expect(start).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(start).toHaveBeenCalledTimes(1);
    expect(take.mock.calls.flatMap(([events]) => events)).toMatchObject([
      { name: 'Product View', properties: { product_id: 1001 }, path: '/product/1001' },
      { name: 'Sort Products', properties: { sort: 'id' }, path: '/product/1001' },
    ]);
    track('Commit Funding');
    expect(take.mock.calls[1]?.[0]).toMatchObject([{ name: 'Commit Funding' }]);
    expect(post).not.toHaveBeenCalled();
  });

  it('leaves out a path with an email address in it', async () => {
    const track = await inBrowser();
    for (const pathname of ['/to/ann@example.org', '/to/ann%40example.org']) {
      Object.assign(page, { location: { pathname } });
      track('Product View');
    }
    await vi.advanceTimersByTimeAsync(10_000);
    expect(take.mock.calls.flatMap(([events]) => events).map(({ path }) => path)).toEqual([
      '/',
      '/',
    ]);
  });

  it('gives every event an id of its own', async () => {
    const track = await inBrowser();
    for (let count = 0; count < 120; count += 1) track('Product View');
    await vi.advanceTimersByTimeAsync(10_000);
    const ids = take.mock.calls.flatMap(([events]) => events).map(({ id }) => id);
    expect(new Set(ids).size).toBe(120);
  });

  it('sends what waits by itself when the page is left before, once', async () => {
    const track = await inBrowser();
    track('Commit Funding', { item_count: 2 });
    page.dispatchEvent(new Event('pagehide'));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(post).toHaveBeenCalledTimes(1);
    expect(post.mock.calls[0]?.[0]).toBe('/api/events');
    expect(post.mock.calls[0]?.[1]).toMatchObject({ method: 'POST', keepalive: true });
    expect(JSON.parse(String(post.mock.calls[0]?.[1]?.body))).toMatchObject({
      events: [
        {
          event_type: 'Commit Funding',
          event_properties: { item_count: 2, path: '/product/1001' },
          insert_id: expect.stringMatching(/^[0-9a-f]{32}$/),
        },
      ],
    });
    expect(take.mock.calls.flatMap(([events]) => events)).toEqual([]);
  });

  it('has the sender flush when the page is left after it came', async () => {
    const track = await inBrowser();
    track('Product View');
    await vi.advanceTimersByTimeAsync(10_000);
    page.dispatchEvent(new Event('pagehide'));
    expect(flush).toHaveBeenCalledTimes(1);
    expect(post).not.toHaveBeenCalled();
  });

  it('sends what waits before the page sends itself away, once', async () => {
    const track = await inBrowser();
    const { leaveTo } = await import('./track.ts');
    track('Commit Funding', { item_count: 2 });
    leaveTo('https://pay.example/1');
    expect(assign).toHaveBeenCalledWith('https://pay.example/1');
    expect(post).toHaveBeenCalledTimes(1);
    expect(post.mock.invocationCallOrder[0]).toBeLessThan(assign.mock.invocationCallOrder[0] ?? 0);
    expect(post.mock.calls[0]?.[1]).toMatchObject({ keepalive: true });
    page.dispatchEvent(new Event('pagehide'));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(post).toHaveBeenCalledTimes(1);
    expect(take.mock.calls.flatMap(([events]) => events)).toEqual([]);
  });

  it('has the sender flush before the page sends itself away, and goes whatever comes of it', async () => {
    const track = await inBrowser();
    const { leaveTo } = await import('./track.ts');
    track('Product View');
    await vi.advanceTimersByTimeAsync(10_000);
    track('Commit Funding');
    leaveTo('https://pay.example/1');
    expect(flush).toHaveBeenCalledTimes(1);
    expect(flush.mock.invocationCallOrder[0]).toBeLessThan(assign.mock.invocationCallOrder[0] ?? 0);
    vi.spyOn(console, 'debug').mockImplementation(() => {});
    flush.mockImplementation(() => {
      throw new Error('of the SDK');
    });
    leaveTo('https://pay.example/2');
    expect(assign).toHaveBeenLastCalledWith('https://pay.example/2');
  });

  it('sends by itself what the sender cannot flush', async () => {
    const track = await inBrowser();
    track('Product View');
    await vi.advanceTimersByTimeAsync(10_000);
    track('Commit Funding');
    flush.mockReturnValueOnce(take.mock.calls[1]?.[0] ?? []);
    page.dispatchEvent(new Event('pagehide'));
    expect(JSON.parse(String(post.mock.calls[0]?.[1]?.body)).events).toMatchObject([
      { event_type: 'Commit Funding' },
    ]);
    page.dispatchEvent(new Event('pagehide'));
    expect(post).toHaveBeenCalledTimes(1);
  });

  it('never throws, and says failures to the debug console only', async () => {
    const debug = vi.spyOn(console, 'debug').mockImplementation(() => {});
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    const track = await inBrowser();
    start.mockRejectedValueOnce(new TypeError('network'));
    track('Product View');
    await vi.advanceTimersByTimeAsync(10_000);
    track('Sort Products');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(take.mock.calls.flatMap(([events]) => events)).toHaveLength(2);
    expect(debug).toHaveBeenCalledTimes(1);
    expect(error).not.toHaveBeenCalled();
  });

  it('notes nothing where the browser says no, by either signal', async () => {
    for (const signal of [{ doNotTrack: '1' }, { globalPrivacyControl: true }]) {
      const track = await inBrowser(signal);
      track('Product View');
      page.dispatchEvent(new Event('pagehide'));
      await vi.advanceTimersByTimeAsync(20_000);
    }
    expect(start).not.toHaveBeenCalled();
    expect(post).not.toHaveBeenCalled();
  });

  it('does nothing on the server', async () => {
    vi.stubGlobal('fetch', post);
    const { track } = await import('./track.ts');
    track('Product View');
    await vi.runAllTimersAsync();
    expect(start).not.toHaveBeenCalled();
    expect(post).not.toHaveBeenCalled();
  });
});

describe('track, where events go to Amplitude', () => {
  const amplitude = { apiKey: 'key-of-ours', ingestionUrl: 'https://a', configUrl: 'https://b' };

  it('notes nothing before a visitor agrees, and nothing of what was before', async () => {
    const track = await inBrowser({}, { amplitude });
    track('Product View');
    const { analyticsConsent } = await import('./analytics-consent.ts');
    const { answerConsent } = await import('./answer-consent.ts');
    expect(analyticsConsent()).toBe('to be asked');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(start).not.toHaveBeenCalled();
    answerConsent('given');
    track('Sort Products');
    await vi.advanceTimersByTimeAsync(1);
    expect(start).toHaveBeenCalledWith({ amplitude });
    expect(take.mock.calls[0]?.[0]).toMatchObject([{ name: 'Sort Products' }]);
  });

  it('notes nothing after a no, which is remembered', async () => {
    const track = await inBrowser({}, { amplitude });
    const { answerConsent } = await import('./answer-consent.ts');
    answerConsent('refused');
    track('Product View');
    const again = await inBrowser({}, { amplitude }, true);
    again('Product View');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(start).not.toHaveBeenCalled();
  });

  it('is there from the start once a visitor has agreed, and not before', async () => {
    await inBrowser({}, { amplitude });
    const { trackFromTheStart } = await import('./track.ts');
    trackFromTheStart();
    await vi.advanceTimersByTimeAsync(1);
    expect(start).not.toHaveBeenCalled();
    (await import('./answer-consent.ts')).answerConsent('given');
    trackFromTheStart();
    await vi.advanceTimersByTimeAsync(1);
    expect(start).toHaveBeenCalledTimes(1);
  });

  it('keeps what a left page could not send for the next one, and posts it nowhere', async () => {
    const track = await inBrowser({}, { amplitude });
    (await import('./answer-consent.ts')).answerConsent('given');
    track('Commit Funding');
    page.dispatchEvent(new Event('pagehide'));
    expect(post).not.toHaveBeenCalled();
    expect(JSON.parse(storage.getItem('analytics-left') ?? '[]')).toMatchObject([
      { name: 'Commit Funding' },
    ]);
  });

  it('leaves what a page noted before it sends itself away to the SDK, which keeps it, or keeps it itself', async () => {
    const track = await inBrowser({}, { amplitude });
    (await import('./answer-consent.ts')).answerConsent('given');
    const { leaveTo } = await import('./track.ts');
    track('Product View');
    leaveTo('https://pay.example/1');
    expect(JSON.parse(storage.getItem('analytics-left') ?? '[]')).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    track('Commit Funding');
    leaveTo('https://pay.example/1');
    expect(take.mock.calls.flatMap(([events]) => events)).toMatchObject([
      { name: 'Commit Funding' },
    ]);
    expect(flush).not.toHaveBeenCalled();
    expect(post).not.toHaveBeenCalled();
  });
});

describe('cleaned', () => {
  it('lets no email address out, and no value that a call refuses', async () => {
    const { cleaned } = await import('./track.ts');
    expect(
      cleaned({
        product_name: 'Honey',
        email: 'whoever',
        userEmail: 'whoever',
        note: 'write to a.b@example.org please',
        amount: Number.NaN,
        absent: undefined,
        none: null,
        isFirst: true,
        long: 'x'.repeat(400),
      }),
    ).toEqual({ product_name: 'Honey', none: null, isFirst: true, long: 'x'.repeat(255) });
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`k${index}`, index]));
    expect(Object.keys(cleaned(many))).toHaveLength(32);
  });
});
