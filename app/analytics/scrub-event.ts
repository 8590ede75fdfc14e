import { EVENT_NAMES, holdsEmail } from './analytics-events.ts';
import { isPrivatePage } from '#app/http/private-page.ts';

/** Whether an event may be noted at all on the page of this path. */
export function mayNote(eventName: string, pathname: string): boolean {
  return (EVENT_NAMES as readonly string[]).includes(eventName) || !isPrivatePage(pathname);
}

/**
 * What may leave of an event, whatever Amplitude's SDK has added to it: no text with an email
 * address, and of an address of the web no query. It belongs right before the network, because the
 * SDK's own plugins write the page's address into events after every plugin of ours has seen them.
 * Undefined where nothing of it may leave.
 */
export function scrubbed(value: unknown): unknown {
  if (typeof value === 'string') {
    const text = withoutQuery(value);
    return holdsEmail(text) ? undefined : text;
  }
  if (Array.isArray(value)) return value.map(scrubbed).filter((item) => item !== undefined);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, item]) => [key, scrubbed(item)] as const)
      .filter(([key, item]) => item !== undefined && !holdsEmail(key)),
  );
}

/** A query string may hold a checkout session's id, or what somebody typed. */
function withoutQuery(text: string): string {
  if (/^[/?#]/.test(text)) return text.split(/[?#]/)[0] ?? '';
  return text.replaceAll(/(https?:\/\/[^\s?#]*)[?#]\S*/g, '$1');
}
