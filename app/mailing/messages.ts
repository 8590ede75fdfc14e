/** The sentences of the mailing room's screens. */

export const OUTBOX_LEAD =
  'No mail server is set, so emails stay here. Only this machine can open this page.';
export const OUTBOX_EMPTY = 'No email has been queued yet.';
export const NOT_FOUND = 'There is no such page.';

export const UNKNOWN_PRODUCT = 'There is no such product.';
export const NOT_FOLLOWED = 'This browser follows nothing of that kind.';
export const ALREADY_SUBSCRIBED = 'This email is already subscribed.';
export const SUBSCRIBED = 'Thank you for subscribing!';
export const CONFIRMED = 'Your subscription is confirmed. Thank you.';
export const LINK_UNKNOWN =
  'This link does not work. It may have been cut short, replaced by the links in newer emails, or erased with the data it led to.';
export const NOTHING_TO_CONFIRM =
  'There is no subscription to confirm: it has been ended, or was not confirmed within 30 days.';
export const STOPPED = 'You will get no more of these emails.';
export const NOT_ONE_CLICK = 'The request does not say what to end by one click.';

export const CONFIRMING_NEEDS_JAVASCRIPT =
  'Confirming needs JavaScript: switch it on for this page, and reload it.';
export const CONFIRM_LEAD =
  'Press the button to get news of what was tested, and what was found, at the address that the email went to.';
export const CONFIRM_FAILED = 'The site did not answer, and nothing was lost. Please try again.';
export const NO_TOKEN =
  'Part of this address is missing. Please open the whole link in the email again.';

export const LOADING_PREFERENCES = '[SYSTEM]: Loading what you get...';
export const PREFERENCES_FAILED = 'What you get could not be loaded. Please try again.';
export const CHANGE_FAILED = 'This could not be saved. Please try again.';
export const PREFERENCES_NEED_JAVASCRIPT =
  'Seeing and choosing everything you get needs JavaScript. Stopping emails does not:';
export const BOUNCED =
  'An email to this address came back: its mail server said that there is no such mailbox. Until one arrives again, we send only what you ask or pay for.';
export const ALWAYS_SENT =
  'You still get codes and links you ask for, and emails about money you gave, such as receipts and refunds.';
export const EVERYTHING_STOPPED = 'No news is sent to this address any more.';
export const WRITING_AGAIN =
  'You get emails about products again. The newsletter and the updates stay off until you turn them on.';
export const NEWSLETTER_STOPPED = 'You no longer get the newsletter.';
export const NEWSLETTER_BEGUN = 'You now get the newsletter at this address.';
export const UPDATES_STOPPED = 'You no longer get the updates.';
export const UPDATES_BEGUN = 'You now get the updates at this address.';
export const DIGEST_STOPPED = 'You no longer get the newsletter or the updates.';

/** Why no issue of the digest goes out. */
export const DIGEST_REFUSALS = {
  no_address:
    'No digest goes out without the operator’s postal address: set OPERATOR_ADDRESS and restart the site.',
  too_soon: 'The last one went out less than a week ago: a digest goes out once a week at most.',
  nothing:
    'There is nothing to report: no results were published and no goal was reached since the last one.',
  nobody: 'Nobody has confirmed a subscription, so there is nobody to send it to.',
  overtaken:
    'Something changed since you looked, and nothing was sent. Look at it again below, then send it.',
} as const;
export const DIGEST_LEAD =
  'Results published and goals reached since the last issue, as their pages show them. It goes to everybody who confirmed the newsletter or the home page’s updates: one copy per person, once a week at most.';
export const DIGEST_BY_CLOCK =
  'The site sends it automatically: every day at 15:00 UTC, it checks whether a week has passed and there is something to report.';
export const DIGEST_BY_DESK = 'It is sent only when somebody sends it from this page.';
export const DIGEST_SURE_NEEDED = 'Tick the box to say that you have looked at it.';
export const CLOCK_SET = 'Noted.';

/** What is said once an issue is on its way. */
export function digestSent(number: number, copies: string): string {
  return `Issue ${number} is on its way: ${copies}.`;
}

export const SUBSCRIBE_FAILED = 'Failed to subscribe. Please try again.';
export const HOME_SIGNED_UP = "Thanks for subscribing! You'll receive updates soon.";
export const HOME_SIGN_UP_FAILED = 'Failed to submit. Please try again.';
export const SIGN_UP_LEAD = 'What was tested, and what was found.';
export const LETTER_ON_ITS_WAY =
  'An email is on its way. Open the link in it, and press the button there to confirm. If it does not arrive, sign up again and we will send another.';
export const SUBSCRIBING_NEEDS_JAVASCRIPT =
  'Subscribing needs JavaScript: switch it on for this page, and reload it.';
export const NOT_A_WHOLE_ADDRESS = 'An email address, such as you@example.org';

export const FOLLOW_LEAD =
  'We email you when it reaches its goal, when its testing begins, and when its results are in.';
export function followSentence(
  become: 'followed' | 'unfollowed',
  productName: string,
  email: string | undefined,
): string {
  return become === 'followed'
    ? `You follow ${productName}. Updates go to ${email ?? 'your address'}.`
    : `You no longer follow ${productName}.`;
}

/** Characters that a message to the administrators can have, and days that it is kept. */
export const MESSAGE_CHARACTERS = 4_000;
export const MESSAGE_KEPT_DAYS = 180;
export const WRITE_LEAD =
  'Tell us about a mistake in a result, a product we should know about, or a payment that went wrong. We answer by email.';
export const MESSAGE_SENT = 'Thank you. Your message was sent. We answer by email.';
export const MESSAGE_MISSING = 'Please write a message.';
export const MESSAGE_TOO_LONG = 'A message can have at most 4,000 characters.';
export const MESSAGE_ANSWERED = 'Marked as answered.';
export const NO_SUCH_MESSAGE = 'There is no such message. It may have been answered already.';
