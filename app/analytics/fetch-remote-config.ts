/** What a project's remote configuration may turn on here: everything, nothing, or some of it. */
type Autocapture = boolean | Record<string, boolean>;

/** Five seconds for all attempts together, and attempts × 1 s between them. */
const TIMEOUT_MS = 5_000;
const BACK_OFF_MS = 1_000;
/** After a third one the time would be over. */
const ATTEMPTS_MAX = 3;

/** What the SDK captures unless told otherwise. */
const NOTHING = {
  attribution: false,
  pageViews: false,
  sessions: false,
  formInteractions: false,
  fileDownloads: false,
  elementInteractions: false,
};

/**
 * What the remote configuration of an Amplitude project has captured; nothing where it
 * cannot be had. Why, is logged only. Other 4xx answers than 408 and 429 are final.
 *
 * The SDK would ask by itself, with other times than the specification's.
 */
export async function fetchRemoteConfig(configUrl: string, apiKey: string): Promise<Autocapture> {
  const url = new URL(configUrl);
  url.searchParams.set('api_key', apiKey);
  url.searchParams.set('config_keys', 'analyticsSDK');
  url.searchParams.set('session_id', String(Date.now()));
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  let why: unknown = 'retry count exceeded';
  for (let attempts = 0; attempts < ATTEMPTS_MAX; attempts += 1) {
    if (attempts > 0) await pause(attempts * BACK_OFF_MS);
    try {
      const response = await fetch(url, { signal, credentials: 'omit' });
      if (response.ok) return switchesOf(await response.json());
      const { status } = response;
      if (status < 500 && status !== 408 && status !== 429) {
        why = `unexpected error: ${status}`;
        break;
      }
    } catch (error) {
      console.debug('Analytics: network error', error);
    }
    if (signal.aborted) {
      why = `timeout after ${TIMEOUT_MS / 1000} seconds`;
      break;
    }
  }
  console.debug('Analytics: no remote configuration:', why);
  return false;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Only switches are taken; everything else of the answer is not ours to follow. */
function switchesOf(answer: Answer): Autocapture {
  const settings = answer?.configs?.analyticsSDK?.browserSDK?.autocapture;
  if (typeof settings !== 'object' || settings === null) return settings === true;
  const switches = Object.entries(settings).filter(([, value]) => typeof value === 'boolean');
  return { ...NOTHING, ...Object.fromEntries(switches) };
}

type Answer = {
  configs?: { analyticsSDK?: { browserSDK?: { autocapture?: unknown } | null } | null } | null;
} | null;
