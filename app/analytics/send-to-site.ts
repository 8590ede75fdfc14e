import { maySend } from './analytics-consent.ts';
import { SENDING, type AnalyticsEvent } from './analytics-events.ts';
import { outside } from './outside-services.ts';

/** So long a site that is asked too much is left alone, and so many events wait at most. */
const THROTTLE_MS = 30_000;
const UNSENT_MAX = 1000;
/** Bodies up to this size may outlive their page; browsers refuse larger ones. */
const KEEPALIVE_BYTES = 60_000;

let waiting: AnalyticsEvent[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
let batchSize = SENDING.flushQueueSize;
let failures = 0;
let isListening = false;

/**
 * Sends an event to the site itself with those of the same ten seconds, or with the page that is
 * left. It tells nothing by which one visitor could be told from another.
 */
export function sendSoon(event: AnalyticsEvent): void {
  listen();
  if (waiting.length < UNSENT_MAX) waiting.push(event);
  const { flushSeconds = SENDING.flushSeconds } = outside();
  timer ??= setTimeout(flush, flushSeconds * 1000);
}

/** Sends what waits now. */
export function flush(): void {
  clearTimeout(timer);
  timer = undefined;
  if (waiting.length > 0 && !maySend()) waiting = [];
  while (waiting.length > 0) void send(waiting.splice(0, batchSize));
}

/** The last events of a page leave with it, before its timers end. */
function listen(): void {
  if (isListening) return;
  isListening = true;
  window.addEventListener('pagehide', flush);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') flush();
  });
}

/**
 * By the HTTP status: 2xx is taken, 408 and 5xx are tried again, 413 in halves, 429 after
 * the throttle; any other 4xx is dropped, and everything after the last retry.
 */
async function send(events: AnalyticsEvent[]): Promise<void> {
  const status = await post(events);
  if (status >= 200 && status < 300) {
    failures = 0;
    return;
  }
  failures += 1;
  const isTooLarge = status === 413 && events.length > 1;
  const isLater = isTooLarge || status < 400 || status >= 500 || status === 408 || status === 429;
  if (!isLater || failures >= SENDING.flushMaxRetries) {
    failures = 0;
    console.debug('Analytics events were dropped:', status);
    return;
  }
  if (isTooLarge) batchSize = Math.ceil(events.length / 2);
  waiting.unshift(...events);
  clearTimeout(timer);
  timer = setTimeout(flush, status === 429 ? THROTTLE_MS : failures * 1000);
}

/** The status of the answer; 0 where there is none. */
async function post(events: AnalyticsEvent[]): Promise<number> {
  const body = JSON.stringify({ events });
  try {
    const response = await fetch('/api/events', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
      keepalive: body.length < KEEPALIVE_BYTES,
    });
    return response.status;
  } catch (error) {
    console.debug('Analytics: network error', error);
    return 0;
  }
}
