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

/** One event as it waits in the browser to be sent. */
export interface NotedEvent {
  name: EventName;
  properties: Record<string, string | number | boolean | null>;
  /** Where it happened: a path without its query, which may hold a checkout session's id. */
  path: string;
  /** When, in milliseconds since 1970. */
  time: number;
  /** The same at every retry, so that it is counted once. */
  id: string;
}
