import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { track as Track } from '#app/platform/track.ts';

const post = vi.fn<typeof fetch>();
const sendBeacon = vi.fn<(url: string, body: Blob) => boolean>();
let page: EventTarget;

beforeEach(() => {
  vi.resetModules();
  vi.resetAllMocks();
  vi.useFakeTimers();
  page = new EventTarget();
  post.mockResolvedValue(new Response('{}', { status: 202 }));
  sendBeacon.mockReturnValue(true);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function inBrowser(): Promise<typeof Track> {
  vi.stubGlobal(
    'window',
    Object.assign(page, { location: { pathname: '/product/1001', search: '?session_id=x' } }),
  );
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('navigator', { sendBeacon });
  vi.stubGlobal('fetch', post);
  return (await import('#app/platform/track.ts')).track;
}

function sent(call: number): { events: { name: string; properties: unknown; path: string }[] } {
  return JSON.parse(String(post.mock.calls[call]?.[1]?.body));
}

describe('track', () => {
  it('sends what was gathered in one call, with the path and no query', async () => {
    const track = await inBrowser();
    track('Product View', { product_id: 1001 });
    track('Sort Products', { sort: 'id' });
    expect(post).not.toHaveBeenCalled();
    await vi.runAllTimersAsync();
    expect(post).toHaveBeenCalledTimes(1);
    expect(post.mock.calls[0]?.[0]).toBe('/api/events');
    expect(post.mock.calls[0]?.[1]).toMatchObject({ method: 'POST', keepalive: true });
    expect(sent(0).events).toEqual([
      { name: 'Product View', properties: { product_id: 1001 }, path: '/product/1001' },
      { name: 'Sort Products', properties: { sort: 'id' }, path: '/product/1001' },
    ]);
  });

  it('never sends more than a call takes', async () => {
    const track = await inBrowser();
    for (let count = 0; count < 120; count += 1) track('Product View', { product_id: count });
    await vi.runAllTimersAsync();
    expect([0, 1, 2].map((call) => sent(call).events.length)).toEqual([50, 50, 20]);
  });

  it('sends the last events with a beacon, once', async () => {
    const track = await inBrowser();
    track('Commit Funding', { item_count: 2 });
    page.dispatchEvent(new Event('pagehide'));
    await vi.runAllTimersAsync();
    expect(post).not.toHaveBeenCalled();
    expect(sendBeacon).toHaveBeenCalledTimes(1);
    const body = sendBeacon.mock.calls[0]?.[1];
    expect(body?.type).toBe('application/json');
    expect(JSON.parse((await body?.text()) ?? '')).toMatchObject({
      events: [{ name: 'Commit Funding' }],
    });
  });

  it('never throws, and says failures to the debug console only', async () => {
    const debug = vi.spyOn(console, 'debug').mockImplementation(() => {});
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    const track = await inBrowser();
    post.mockRejectedValueOnce(new TypeError('network'));
    track('Product View');
    await vi.runAllTimersAsync();
    post.mockResolvedValueOnce(new Response('{}', { status: 400 }));
    track('Product View');
    await vi.runAllTimersAsync();
    expect(debug).toHaveBeenCalledTimes(2);
    expect(error).not.toHaveBeenCalled();
  });

  it('does nothing on the server', async () => {
    vi.stubGlobal('fetch', post);
    const { track } = await import('#app/platform/track.ts');
    track('Product View');
    await vi.runAllTimersAsync();
    expect(post).not.toHaveBeenCalled();
  });
});

describe('cleaned', () => {
  it('lets no email address out, and no value that a call refuses', async () => {
    const { cleaned } = await import('#app/platform/track.ts');
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
