/** What the page of preferences says. Apart, as every page with a sign-up loads `messages.ts`. */
import { isVoid } from '#app/http/ask.ts';
import type { TopicLine } from './preferences-schema.ts';

export const PREFERENCES_FAILED = 'What you get could not be loaded. Please try again.';
export const CHANGE_FAILED = 'This could not be saved. Please try again.';
export const BOUNCED =
  'An email to this address came back: its mail server said that there is no such mailbox. Until one arrives again, we send only what you ask or pay for.';
const ALWAYS_SENT =
  'You still get codes and links you ask for, and emails about money you gave, such as receipts and refunds.';
export const ALL_ON = `One click stops all of these. ${ALWAYS_SENT}`;
export const ALL_OFF = `Everything is stopped: nothing above is sent. ${ALWAYS_SENT}`;
export const UNCONFIRMED =
  'Someone asked for this, but nobody has confirmed it. Nothing is sent, and it is deleted after 30 days.';
export const EVERYTHING_STOPPED = 'No news is sent to this address anymore.';
export const WRITING_AGAIN =
  'You get emails about products again. The newsletter stays off until you turn it on.';

export const LINK_UNKNOWN =
  'This link does not work. It may have been cut short, replaced by the links in newer emails, or erased with the data it led to.';
export const NOTHING_TO_CONFIRM =
  'There is no subscription to confirm. It was ended, or not confirmed within 30 days.';
export const STOPPED = 'You will get no more of these emails.';
export const NOT_ONE_CLICK = 'The request does not say what to unsubscribe from.';
export const NO_MAIL_SECRET =
  'This site takes no news of returned email: MAIL_WEBHOOK_SECRET is not set.';
export const WRONG_MAIL_SECRET = 'The bearer token is not MAIL_WEBHOOK_SECRET.';
export const CONFIRMED = 'Your subscription is confirmed. Thank you.';
export const NOT_PRESSED = 'Nothing was confirmed. Please press the button on this page.';
export const NO_TOKEN =
  'Part of this address is missing. Please open the whole link in the email again.';

/** What is true once a topic was turned on or off. */
export function turned({ about, topic }: Pick<TopicLine, 'about' | 'topic'>, on: boolean): string {
  if (topic === 'everything') return on ? WRITING_AGAIN : EVERYTHING_STOPPED;
  return on ? `You now get ${about}.` : `You no longer get ${about}.`;
}

/** What to say of a mailed link's call that nothing came of: what the site said, else a sentence of ours. */
export const linkFailed = (failed: string) => (text?: string, status?: number) =>
  text ?? (isVoid(status) ? LINK_UNKNOWN : failed);
