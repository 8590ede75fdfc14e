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
