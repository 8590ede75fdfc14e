import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnalyticsEvent } from './analytics-events.ts';
import type { OutsideSettings } from './outside-services.ts';
import type { startAmplitude } from './send-to-amplitude.ts';
import type { track as Track } from './track.ts';

const { start, take } = vi.hoisted(() => ({
  start: vi.fn<typeof startAmplitude>(),
  take: vi.fn<(event: AnalyticsEvent) => void>(),
}));
vi.mock('./send-to-amplitude.ts', () => ({ startAmplitude: start }));

const post = vi.fn<typeof fetch>();
const assign = vi.fn<(url: string) => void>();
let page: EventTarget;
let storage: Storage;

beforeEach(() => {
  vi.resetAllMocks();
  vi.useFakeTimers();
  vi.spyOn(console, 'debug').mockImplementation(() => {});
  start.mockResolvedValue({ track: take } as never);
  answers();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** What the site answers, one after another; after the last it takes everything. */
function answers(...statuses: (number | 'no network')[]): void {
  post.mockImplementation(async () => {
    const status = statuses.shift() ?? 202;
    if (status === 'no network') throw new TypeError('network');
    return new Response('{}', { status });
  });
}

/** What was posted, by request. */
function posted(): AnalyticsEvent[][] {
  return post.mock.calls.map(([, init]) => JSON.parse(String(init?.body)).events);
}
const sizes = () => posted().map((events) => events.length);

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
  const location = { pathname: '/product/1001', search: '?session_id=x', assign };
  vi.stubGlobal('window', Object.assign(page, { location, localStorage: storage }));
  const document = { visibilityState: 'visible', querySelector: () => meta };
  vi.stubGlobal('document', Object.assign(new EventTarget(), document));
  vi.stubGlobal('navigator', signals);
  vi.stubGlobal('fetch', post);
  return (await import('./track.ts')).track;
}

function storageOf(): Storage {
  const stored = new Map<string, string>();
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  } as Storage;
}

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);

describe('track', () => {
  it('gathers for ten seconds, then sends the events alone, with the path and no query', async () => {
    const track = await inBrowser();
    track('Product View', { product_id: 1001 });
    await seconds(9);
    track('Sort Products', { sort: 'id' });
    expect(post).not.toHaveBeenCalled();
    await seconds(1);
    expect(post.mock.calls[0]?.[0]).toBe('/api/events');
    const insert_id = expect.stringMatching(/^[\w-]{8,64}$/);
    const path = '/product/1001';
    expect(JSON.parse(String(post.mock.calls[0]?.[1]?.body))).toEqual({
      events: [
        {
          event_type: 'Product View',
          event_properties: { product_id: 1001, path },
          insert_id,
        },
        { event_type: 'Sort Products', event_properties: { sort: 'id', path }, insert_id },
      ],
    });
    track('Commit Funding');
    await seconds(60);
    expect(sizes()).toEqual([2, 1]);
    expect(new Set(posted().flatMap((events) => events.map((event) => event.insert_id))).size).toBe(
      3,
    );
    expect(start).not.toHaveBeenCalled();
  });

  it('lets no email address out, in a path or a property, and no long text', async () => {
    const track = await inBrowser();
    for (const pathname of ['/to/ann@example.org', '/to/ann%40example.org']) {
      Object.assign(page, { location: { pathname } });
      track('Product View', {
        product_name: 'Honey',
        note: 'write to a.b@example.org please',
        none: null,
        isFirst: true,
        long: `${'x'.repeat(254)}😀`,
      });
    }
    await seconds(10);
    const event_properties = {
      path: '/',
      product_name: 'Honey',
      none: null,
      isFirst: true,
      long: 'x'.repeat(254),
    };
    expect(posted()[0]).toMatchObject([{ event_properties }, { event_properties }]);
    expect(post.mock.calls[0]?.[1]?.body).not.toMatch(/ann|@/);
  });

  it.each([
    ['is left', () => page.dispatchEvent(new Event('pagehide'))],
    [
      'is hidden',
      () => {
        Object.assign(document, { visibilityState: 'hidden' });
        document.dispatchEvent(new Event('visibilitychange'));
      },
    ],
    ['sends itself away', async () => (await import('./track.ts')).leaveTo('https://pay.example')],
  ])('sends what waits when the page %s, once', async (_how, leave) => {
    const track = await inBrowser();
    track('Commit Funding', { item_count: 2 });
    await leave();
    expect(sizes()).toEqual([1]);
    expect(post.mock.calls[0]?.[1]).toMatchObject({ method: 'POST', keepalive: true });
    page.dispatchEvent(new Event('pagehide'));
    await seconds(20);
    expect(sizes()).toEqual([1]);
  });

  it('goes to the other site after sending, whatever comes of it', async () => {
    const track = await inBrowser();
    answers('no network');
    track('Commit Funding');
    (await import('./track.ts')).leaveTo('https://pay.example/1');
    expect(assign.mock.calls).toEqual([['https://pay.example/1']]);
    const [sent] = post.mock.invocationCallOrder;
    expect(sent).toBeLessThan(assign.mock.invocationCallOrder[0] ?? 0);
  });

  it('notes nothing where the browser says no, by either signal', async () => {
    for (const signal of [{ doNotTrack: '1' }, { globalPrivacyControl: true }]) {
      const track = await inBrowser(signal);
      track('Product View');
      page.dispatchEvent(new Event('pagehide'));
      await seconds(20);
    }
    expect(post).not.toHaveBeenCalled();
  });

  it('does nothing on the server', async () => {
    vi.stubGlobal('fetch', post);
    const { track } = await import('./track.ts');
    track('Product View');
    await vi.runAllTimersAsync();
    expect(post).not.toHaveBeenCalled();
  });
});

// By the HTTP status, within the limits.
describe('what becomes of events', () => {
  async function tracked(count: number): Promise<void> {
    const track = await inBrowser();
    for (let at = 0; at < count; at += 1) track('Product View', { at });
    await seconds(10);
  }

  it('at most 200 in one request, and 1,000 while nothing is sent', async () => {
    await tracked(1_100);
    expect(sizes()).toEqual([200, 200, 200, 200, 200]);
  });

  it.each([408, 500, 503, 'no network'] as const)('%s: again, until taken', async (status) => {
    answers(status, status, status);
    await tracked(1);
    await seconds(1 + 2 + 3);
    expect(sizes()).toEqual([1, 1, 1, 1]);
    expect(new Set(posted().map(([event]) => event?.insert_id)).size).toBe(1);
    await seconds(120);
    expect(post).toHaveBeenCalledTimes(4);
  });

  it('dropped after twelve attempts, which only the debug console is told', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    answers(...Array.from({ length: 12 }, () => 500));
    await tracked(1);
    await seconds(600);
    expect(post).toHaveBeenCalledTimes(12);
    expect(console.debug).toHaveBeenCalled();
    expect(error).not.toHaveBeenCalled();
  });

  it('413: in halves; one that is too large by itself is dropped', async () => {
    answers(413);
    await tracked(180);
    await seconds(1);
    expect(sizes()).toEqual([180, 90, 90]);
    post.mockClear();
    answers(413);
    await tracked(1);
    await seconds(60);
    expect(sizes()).toEqual([1]);
  });

  it('429: again after thirty seconds, with what came since', async () => {
    answers(429);
    await tracked(2);
    const { track } = await import('./track.ts');
    track('Sort Products');
    await seconds(29);
    expect(sizes()).toEqual([2]);
    await seconds(1);
    expect(sizes()).toEqual([2, 3]);
  });

  it.each([400, 403, 415])('%i: dropped', async (status) => {
    answers(status);
    await tracked(2);
    await seconds(60);
    expect(sizes()).toEqual([2]);
  });
});

describe('track, where events go to Amplitude', () => {
  const amplitude = { apiKey: 'key-of-ours', ingestionUrl: 'https://a', configUrl: 'https://b' };
  const consent = () => import('./analytics-consent.ts');

  it('notes nothing before a visitor agrees, and nothing of what was before', async () => {
    const track = await inBrowser({}, { amplitude });
    track('Product View');
    const { analyticsConsent, answerConsent } = await consent();
    expect(analyticsConsent()).toBe('to be asked');
    await seconds(20);
    expect(start).not.toHaveBeenCalled();
    answerConsent('given');
    track('Sort Products');
    await seconds(1);
    expect(start).toHaveBeenCalledWith({ amplitude });
    expect(take.mock.calls).toMatchObject([[{ event_type: 'Sort Products' }]]);
    expect(post).not.toHaveBeenCalled();
  });

  it('notes nothing after a no, which is remembered', async () => {
    const track = await inBrowser({}, { amplitude });
    (await consent()).answerConsent('refused');
    track('Product View');
    const again = await inBrowser({}, { amplitude }, true);
    again('Product View');
    await seconds(20);
    expect(start).not.toHaveBeenCalled();
  });

  it('is there from the start once a visitor has agreed, and not before', async () => {
    await inBrowser({}, { amplitude });
    const { trackFromTheStart } = await import('./track.ts');
    trackFromTheStart();
    await seconds(1);
    expect(start).not.toHaveBeenCalled();
    (await consent()).answerConsent('given');
    trackFromTheStart();
    trackFromTheStart();
    await seconds(1);
    expect(start).toHaveBeenCalledTimes(1);
  });

  it('tries again with the next event where the SDK could not be loaded', async () => {
    const track = await inBrowser({}, { amplitude });
    (await consent()).answerConsent('given');
    start.mockRejectedValueOnce(new TypeError('network'));
    track('Product View');
    await seconds(1);
    track('Sort Products');
    await seconds(1);
    expect(take.mock.calls).toMatchObject([[{ event_type: 'Sort Products' }]]);
  });
});
