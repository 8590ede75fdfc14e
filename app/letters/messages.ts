/** The sentences of the mailing room's screens. */

export const UNKNOWN_PRODUCT = 'There is no such product.';
export const NOT_FOLLOWED = 'This browser has no such follow.';
export const ALREADY_SUBSCRIBED = 'This email is already subscribed.';
export const SUBSCRIBED = 'Thank you for subscribing!';

export const SUBSCRIBE_FAILED = 'Failed to subscribe. Please try again.';
export const HOME_SIGNED_UP = "Thanks for subscribing! You'll receive updates soon.";
export const HOME_SIGN_UP_FAILED = 'Failed to submit. Please try again.';
export const SIGN_UP_LEAD = 'What was tested, and what was found.';
export const LETTER_ON_ITS_WAY =
  'An email is on its way. Open the link in it, and press the button there to confirm. If it does not arrive, sign up again and we will send another.';
export const NOT_A_WHOLE_ADDRESS = 'An email address, such as you@example.org';

/** What is emailed to who follows a kind of products. */
export const FOLLOW_KIND_LEAD =
  'We email you when results of a product of this kind are in, and when they are corrected or it is tested again.';
