import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fetchRemoteConfig } from './fetch-remote-config.ts';

const ask = vi.fn<typeof fetch>();
const outcome = vi.fn<(...words: unknown[]) => void>();
const URL_OF_CONFIG = 'https://config.example/config';

beforeEach(() => {
  vi.resetAllMocks();
  vi.useFakeTimers({ now: 7 });
  vi.stubGlobal('fetch', ask);
  vi.spyOn(console, 'debug').mockImplementation(outcome);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const answerOf = (autocapture: unknown) =>
  Response.json({ configs: { analyticsSDK: { browserSDK: { autocapture } } } });
const status = (code: number) => new Response('', { status: code });

it('asks by GET with the key, what it wants, and the session', async () => {
  ask.mockResolvedValue(answerOf({ pageViews: true, elementInteractions: { pageUrl: 'x' } }));
  expect(await fetchRemoteConfig(URL_OF_CONFIG, 'key-of-ours')).toEqual({
    attribution: false,
    pageViews: true,
    sessions: false,
    formInteractions: false,
    fileDownloads: false,
    elementInteractions: false,
  });
  expect(ask).toHaveBeenCalledTimes(1);
  const [url, init] = ask.mock.calls[0] ?? [];
  expect(String(url)).toBe(
    `${URL_OF_CONFIG}?api_key=key-of-ours&config_keys=analyticsSDK&session_id=7`,
  );
  expect(init?.method ?? 'GET').toBe('GET');
});

it.each([[true], [false]])('takes the switch for everything: %s', async (autocapture) => {
  ask.mockResolvedValue(answerOf(autocapture));
  expect(await fetchRemoteConfig(URL_OF_CONFIG, 'k')).toBe(autocapture);
});

it.each([[{}], [null], ['text'], [{ configs: { analyticsSDK: null } }]])(
  'makes nothing of an answer like %j',
  async (answer) => {
    ask.mockResolvedValue(Response.json(answer));
    expect(await fetchRemoteConfig(URL_OF_CONFIG, 'k')).toBe(false);
  },
);

it('asks again after one second, then after two more', async () => {
  ask
    .mockResolvedValueOnce(status(503))
    .mockRejectedValueOnce(new TypeError('network'))
    .mockResolvedValueOnce(answerOf(true));
  const asked = fetchRemoteConfig(URL_OF_CONFIG, 'k');
  await vi.advanceTimersByTimeAsync(999);
  expect(ask).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(ask).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(ask).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(await asked).toBe(true);
});

it('gives up after five seconds, a request that hangs included', async () => {
  const abort = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    setTimeout(() => abort.abort(), ms);
    return abort.signal;
  });
  ask.mockImplementation(
    (_url, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
      }),
  );
  const asked = fetchRemoteConfig(URL_OF_CONFIG, 'k');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await asked).toBe(false);
  expect(String(outcome.mock.calls.at(-1))).toContain('timeout after 5 seconds');
});

it('does not ask again where it is refused', async () => {
  ask.mockResolvedValue(status(403));
  expect(await fetchRemoteConfig(URL_OF_CONFIG, 'k')).toBe(false);
  expect(ask).toHaveBeenCalledTimes(1);
  expect(String(outcome.mock.calls.at(-1))).toContain('unexpected error: 403');
});
