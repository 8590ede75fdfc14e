/** The sentences of following and of signing up. */

export const UNKNOWN_PRODUCT = 'There is no such product.';
export const NOT_FOLLOWED = 'This browser has no such follow.';
export const ALREADY_SUBSCRIBED = 'This email is already subscribed.';
export const SUBSCRIBED = 'Thank you for subscribing!';

export const SUBSCRIBE_FAILED = 'Failed to subscribe. Please try again.';
export const HOME_SIGNED_UP = "Thanks for subscribing! You'll receive updates soon.";
export const HOME_SIGN_UP_FAILED = 'Failed to submit. Please try again.';
export const LETTER_ON_ITS_WAY =
  'An email is on its way. Open the link in it, and press the button there to confirm. If it does not arrive, sign up again and we will send another.';

/** What is emailed of each kind of topic. */
export const FOLLOW_LEAD =
  'We email you when it reaches its goal, when its first sample is bought, and when its results are in or corrected.';
export const FOLLOW_REPORT_LEAD =
  'We email you when more samples of it are published, and when a correction changes a level.';
export const FOLLOW_KIND_LEAD =
  'We email you when results of a product of this kind are in, and when they are corrected or it is tested again.';

/** Offered once a product is followed. */
export function followKind(name: string): string {
  return `Tell me about all ${name.toLowerCase()}, too`;
}

export function followSentence(isFollowing: boolean, name: string, email?: string): string {
  return isFollowing
    ? `You follow ${name}. Updates go to ${email ?? 'your address'}.`
    : `You no longer follow ${name}.`;
}
