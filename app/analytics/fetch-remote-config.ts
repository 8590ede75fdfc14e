/** What a project's remote configuration may turn on here. */
interface RemoteConfig {
  autocapture?: boolean | Record<string, boolean>;
}

/** Five seconds for all attempts together, and attempts × 1 s between them. */
const TIMEOUT_MS = 5_000;
const BACK_OFF_MS = 1_000;
const ATTEMPTS_MAX = 12;
const CONFIG_KEYS = 'analyticsSDK';

/**
 * The remote configuration of an Amplitude project, or an empty one where it cannot be
 * had; why, is logged only. Other 4xx answers than 408 and 429 are not asked again.
 *
 * The SDK would ask by itself, with other times than the specification's.
 */
export async function fetchRemoteConfig(
  configUrl: string,
  apiKey: string,
  sessionId = Date.now(),
): Promise<RemoteConfig> {
  const url = new URL(configUrl);
  url.searchParams.set('api_key', apiKey);
  url.searchParams.set('config_keys', CONFIG_KEYS);
  url.searchParams.set('session_id', String(sessionId));
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), TIMEOUT_MS);
  try {
    return await attempt(url, timeout.signal);
  } catch (error) {
    const why = timeout.signal.aborted ? `timeout after ${TIMEOUT_MS / 1000} seconds` : error;
    console.debug('Analytics: no remote configuration:', why);
    return {};
  } finally {
    clearTimeout(timer);
  }
}

async function attempt(url: URL, signal: AbortSignal): Promise<RemoteConfig> {
  for (let attempts = 1; attempts <= ATTEMPTS_MAX; attempts += 1) {
    const answer = await ask(url, signal);
    if (answer) return answer;
    await pause(attempts * BACK_OFF_MS, signal);
  }
  throw new Error('retry count exceeded');
}

/** Undefined where it may be asked again. */
async function ask(url: URL, signal: AbortSignal): Promise<RemoteConfig | undefined> {
  let response: Response;
  try {
    response = await fetch(url, { signal, credentials: 'omit' });
  } catch (error) {
    if (signal.aborted) throw error;
    console.debug('Analytics: network error', error);
    return undefined;
  }
  if (response.ok) return understood(await response.json());
  const { status } = response;
  if (status >= 500 || status === 408 || status === 429) return undefined;
  throw new Error(`unexpected error: ${status}`);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new Error('aborted'));
    });
  });
}

/** Only switches are taken; everything else of the answer is not ours to follow. */
function understood(answer: unknown): RemoteConfig {
  const settings = at(answer, 'configs', 'analyticsSDK', 'browserSDK', 'autocapture');
  if (typeof settings === 'boolean') return { autocapture: settings };
  if (typeof settings !== 'object' || settings === null) return {};
  const switches = Object.entries(settings).filter(
    (entry): entry is [string, boolean] => typeof entry[1] === 'boolean',
  );
  return { autocapture: { ...NOTHING, ...Object.fromEntries(switches) } };
}

/** What the SDK captures unless told otherwise. */
const NOTHING = {
  attribution: false,
  pageViews: false,
  sessions: false,
  formInteractions: false,
  fileDownloads: false,
  elementInteractions: false,
};

function at(value: unknown, ...keys: string[]): unknown {
  let found = value;
  for (const key of keys) found = (found as Record<string, unknown> | null | undefined)?.[key];
  return found;
}
