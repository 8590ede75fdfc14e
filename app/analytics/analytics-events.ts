/** Every analytics event there is. */
export const EVENT_NAMES = [
  'Add to Funding List',
  'Remove from Funding List',
  'Product View',
  'Checkout Complete',
  'Follow Product',
  'Unfollow Product',
  'Submit Product',
  'Footer Link Click',
  'FAQ Click',
  'Contact Form Submit',
  'Commit Funding',
  'Sort Products',
  'Contact Email Click',
  'Donation Link Click',
  'View Contributions',
] as const;

export type EventName = (typeof EVENT_NAMES)[number];

/** One event as it is sent, to the site's own call and to Amplitude alike. */
export interface AnalyticsEvent {
  event_type: EventName;
  /** With `path`, where it happened: without its query, which may hold a checkout session's id. */
  event_properties: Record<string, string | number | boolean | null | undefined>;
  /** The same at every retry, so that it is counted once. */
  insert_id: string;
}

/** How events are sent; the throttle of 30 s and 1,000 unsent events stand where they apply. */
export const SENDING = { flushQueueSize: 200, flushSeconds: 10, flushMaxRetries: 12 };

/** Whether something in a text looks like an email address, also as it stands in a web address. */
export function holdsEmail(text: string): boolean {
  return /[^\s@]+@[^\s@]+/.test(text.replaceAll('%40', '@'));
}
