import { maySend } from './analytics-consent.ts';
import type { EventName, NotedEvent } from './analytics-events.ts';
import { storageOrNone } from '#app/platform/browser-storage.ts';
import { EMAIL_LIKE } from './email-like.ts';
import { FLUSH_SECONDS, LEFT_EVENTS, outside } from './outside-services.ts';
import type { EventSender } from './send-events.ts';

type EventProperties = Record<string, string | number | boolean | null | undefined>;

const TEXT_MAX = 255;
const KEY_MAX = 64;
const PROPERTIES_MAX = 32;
const PATH_MAX = 512;
/** More than these are not kept while the sender is out of reach. */
const WAITING_MAX = 1000;

let waiting: NotedEvent[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
let sender: EventSender | undefined;
let isListening = false;

/**
 * Notes an analytics event, to be sent in a moment. It never throws and shows nothing; a
 * property that looks like an email address is left out. Nothing happens on the server, nor where
 * the visitor has not agreed to what needs agreement.
 *
 * Events are gathered here until the first flush is due; only then is the sender with Amplitude's
 * SDK loaded, so that no page pays for it while it is being read.
 */
export function track(name: EventName, properties: EventProperties = {}): void {
  if (typeof window === 'undefined') return;
  try {
    if (!maySend()) return;
    const event = {
      name,
      properties: cleaned(properties),
      path: pathOf(window.location.pathname),
      time: Date.now(),
      id: randomId(),
    };
    if (sender) sender.take([event]);
    else if (waiting.length < WAITING_MAX) waiting.push(event);
    start();
  } catch (error) {
    console.debug('An analytics event was not noted.', error);
  }
}

/**
 * Has the sender there with the page for a visitor who has agreed to Amplitude: what the project's
 * remote configuration captures begins with the page, not with its first event.
 */
export function trackFromTheStart(): void {
  if (outside().amplitude && maySend()) start();
}

function start(): void {
  listen();
  if (!sender) timer ??= setTimeout(load, gatherMs());
}

/**
 * Goes to another site. A page that sends itself away sends what waits while it is still there: a
 * slow browser may cut short what begins in `pagehide`.
 */
export function leaveTo(url: string): void {
  try {
    leaveSoon();
  } catch (error) {
    console.debug('Analytics events were not sent.', error);
  }
  window.location.assign(url);
}

/** What may leave the browser: short, plain values without email addresses. */
export function cleaned(properties: EventProperties): NotedEvent['properties'] {
  const kept = Object.entries(properties).filter(
    (entry): entry is [string, string | number | boolean | null] => {
      const [key, value] = entry;
      if (value === undefined || /e-?mail/i.test(key)) return false;
      if (typeof value === 'number') return Number.isFinite(value);
      return typeof value !== 'string' || !EMAIL_LIKE.test(value);
    },
  );
  return Object.fromEntries(
    kept
      .slice(0, PROPERTIES_MAX)
      .map(([key, value]) => [
        key.slice(0, KEY_MAX),
        typeof value === 'string' ? shortened(value) : value,
      ]),
  );
}

/** Not through the middle of a character, of which nobody could store half. */
function shortened(text: string): string {
  return text.slice(0, TEXT_MAX).replace(/[\ud800-\udbff]$/, '');
}

/** An address may be typed with an email in it. */
function pathOf(pathname: string): string {
  return EMAIL_LIKE.test(pathname) || /%40/.test(pathname) ? '/' : pathname.slice(0, PATH_MAX);
}

/** Amplitude's sender keeps unsent events itself, so it may as well be there early. */
function gatherMs(): number {
  const { amplitude, flushSeconds = FLUSH_SECONDS } = outside();
  return amplitude ? 0 : flushSeconds * 1000;
}

async function load(): Promise<void> {
  try {
    const { startSender } = await import('./send-events.ts');
    sender = await startSender(outside());
    if (maySend()) sender.take(taken());
  } catch (error) {
    timer = undefined; // the next event tries again
    console.debug('Analytics events were not sent.', error);
  }
}

/** The last events of a page leave with it, before its timers end. */
function listen(): void {
  if (isListening) return;
  isListening = true;
  window.addEventListener('pagehide', leave);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') leaveSoon();
  });
}

/** Amplitude's SDK keeps what is unsent in the browser; a flush would be its last attempt. */
function leaveSoon(): void {
  if (!(sender && outside().amplitude)) leave();
}

function leave(): void {
  if (!maySend()) {
    waiting = [];
    return;
  }
  if (sender) waiting = sender.flush();
  if (waiting.length === 0) return;
  if (outside().amplitude) return toStorage(taken());
  void post(taken());
}

/** As the sender's first request would be, for a page that is left before it is loaded. */
async function post(events: NotedEvent[]): Promise<void> {
  try {
    const response = await fetch('/api/events', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ events: events.map(asSent) }),
      keepalive: true,
    });
    if (!response.ok) console.debug(`Analytics events were refused: ${response.status}`);
  } catch (error) {
    console.debug('Analytics events were not sent.', error);
  }
}

function asSent({ name, properties, path, time, id }: NotedEvent) {
  return { event_type: name, event_properties: { ...properties, path }, time, insert_id: id };
}

/** `crypto.randomUUID` is there on https only. */
function randomId(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function taken(): NotedEvent[] {
  const events = waiting;
  waiting = [];
  return events;
}

function toStorage(events: NotedEvent[]): void {
  try {
    const storage = storageOrNone('sessionStorage');
    const left = JSON.parse(storage?.getItem(LEFT_EVENTS) ?? '[]') as NotedEvent[];
    storage?.setItem(LEFT_EVENTS, JSON.stringify([...left, ...events].slice(0, WAITING_MAX)));
  } catch (error) {
    console.debug('Analytics events were not kept.', error);
  }
}
