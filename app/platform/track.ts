import type { EventName } from '#app/platform/analytics-events.ts';

export type { EventName };
export type EventProperties = Record<string, string | number | boolean | null | undefined>;

interface Sent {
  name: EventName;
  properties: Record<string, string | number | boolean | null>;
  path: string;
}

/** Events are gathered this long and sent together. */
const GATHER_MS = 1000;
/** What one call takes (`record-events.call.ts`). */
const BATCH_MAX = 50;
const TEXT_MAX = 255;
const KEY_MAX = 64;
const PROPERTIES_MAX = 32;
const PATH_MAX = 512;

const waiting: Sent[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
let isListening = false;

/**
 * Notes an analytics event (spec §3), to be sent to the site itself in a moment. It never throws
 * and shows nothing; a property that looks like an email address is left out. Nothing happens on
 * the server.
 */
export function track(name: EventName, properties: EventProperties = {}): void {
  if (typeof window === 'undefined') return;
  try {
    const path = window.location.pathname.slice(0, PATH_MAX);
    waiting.push({ name, properties: cleaned(properties), path });
    listen();
    timer ??= setTimeout(flush, GATHER_MS);
  } catch (error) {
    console.debug('An analytics event was not noted.', error);
  }
}

/** What may leave the browser: short, plain values without email addresses. */
export function cleaned(properties: EventProperties): Sent['properties'] {
  const kept = Object.entries(properties).filter(
    (entry): entry is [string, string | number | boolean | null] => {
      const [key, value] = entry;
      if (value === undefined || /e-?mail/i.test(key)) return false;
      if (typeof value === 'number') return Number.isFinite(value);
      return typeof value !== 'string' || !/\S@\S/.test(value);
    },
  );
  return Object.fromEntries(
    kept
      .slice(0, PROPERTIES_MAX)
      .map(([key, value]) => [
        key.slice(0, KEY_MAX),
        typeof value === 'string' ? value.slice(0, TEXT_MAX) : value,
      ]),
  );
}

function flush(): void {
  clearTimeout(timer);
  timer = undefined;
  while (waiting.length > 0) void post(waiting.splice(0, BATCH_MAX));
}

async function post(events: Sent[]): Promise<void> {
  try {
    const response = await fetch('/api/events', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ events }),
      keepalive: true,
    });
    if (!response.ok) console.debug(`Analytics events were refused: ${response.status}`);
  } catch (error) {
    console.debug('Analytics events were not sent.', error);
  }
}

/** The last events of a page leave with a beacon; a fetch may be cut off. */
function listen(): void {
  if (isListening) return;
  isListening = true;
  window.addEventListener('pagehide', () => {
    clearTimeout(timer);
    timer = undefined;
    while (waiting.length > 0) beacon(waiting.splice(0, BATCH_MAX));
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') flush();
  });
}

function beacon(events: Sent[]): void {
  try {
    const body = new Blob([JSON.stringify({ events })], { type: 'application/json' });
    if (!navigator.sendBeacon('/api/events', body)) void post(events);
  } catch (error) {
    console.debug('Analytics events were not sent.', error);
  }
}
