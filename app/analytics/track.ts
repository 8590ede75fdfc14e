import { maySend } from './analytics-consent.ts';
import { holdsEmail, type AnalyticsEvent, type EventName } from './analytics-events.ts';
import { outside } from './outside-services.ts';
import type { startAmplitude } from './send-to-amplitude.ts';
import { flush, sendSoon } from './send-to-site.ts';

type EventProperties = AnalyticsEvent['event_properties'];

const TEXT_MAX = 255;
const PATH_MAX = 512;

let amplitude: ReturnType<typeof startAmplitude> | undefined;

/**
 * Notes an analytics event, to be sent in a moment. It never throws and shows nothing; a
 * property that looks like an email address is left out. Nothing happens on the server, nor where
 * the visitor has not agreed to what needs agreement.
 */
export function track(name: EventName, properties: EventProperties = {}): void {
  if (typeof window === 'undefined') return;
  try {
    if (!maySend()) return;
    const event: AnalyticsEvent = {
      event_type: name,
      event_properties: { ...cleaned(properties), path: pathOf(window.location.pathname) },
      // `crypto.randomUUID` is there on https only.
      insert_id: crypto.getRandomValues(new BigUint64Array(2)).join('-'),
    };
    if (outside().amplitude) void withAmplitude((client) => client.track(event));
    else sendSoon(event);
  } catch (error) {
    console.debug('An analytics event was not noted.', error);
  }
}

/**
 * Has Amplitude's SDK there with the page for a visitor who has agreed to it: what the project's
 * remote configuration captures begins with the page, not with its first event.
 */
export function trackFromTheStart(): void {
  if (outside().amplitude && maySend()) void withAmplitude(() => {});
}

/**
 * Goes to another site. A page that sends itself away sends what waits while it is still there: a
 * slow browser may cut short what begins in `pagehide`.
 */
export function leaveTo(url: string): void {
  flush();
  window.location.assign(url);
}

/** Loads the SDK once, so that no page pays for it before it is needed. */
async function withAmplitude(use: (client: Awaited<ReturnType<typeof startAmplitude>>) => void) {
  try {
    amplitude ??= import('./send-to-amplitude.ts').then((sender) =>
      sender.startAmplitude(outside()),
    );
    use(await amplitude);
  } catch (error) {
    amplitude = undefined; // the next event tries again
    console.debug('Analytics events were not sent.', error);
  }
}

/** What may leave the browser: short, plain values without email addresses. */
function cleaned(properties: EventProperties): EventProperties {
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([, value]) => !holdsEmail(String(value)))
      .map(([key, value]) => [key, typeof value === 'string' ? shortened(value) : value]),
  );
}

/** Not through the middle of a character, of which nobody could store half. */
function shortened(text: string): string {
  return text.slice(0, TEXT_MAX).replace(/[\ud800-\udbff]$/, '');
}

/** An address may be typed with an email in it. */
function pathOf(pathname: string): string {
  return holdsEmail(pathname) ? '/' : pathname.slice(0, PATH_MAX);
}
