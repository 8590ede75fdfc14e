/** Every analytics event there is (spec §3). */
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
