/** What the form on Contact and its answers say. */

/** Characters that a message to the administrators can have. */
export const MESSAGE_CHARACTERS = 4_000;
export const WRITE_LEAD =
  'Tell us about a mistake in a result, a product we should know about, or a payment that went wrong. We answer by email.';
export const MESSAGE_SENT = 'Thank you. Your message was sent. We answer by email.';
export const MESSAGE_FAILED = 'The message could not be sent. Please try again.';
export const MESSAGE_MISSING = 'Please write a message.';
export const MESSAGE_TOO_LONG = 'A message can be at most 4,000 characters long.';
export const MESSAGES_FULL =
  'Too many messages are waiting to be read right now, so yours was not sent. Please try again in a few days.';
export const MESSAGE_ANSWERED = 'Marked as answered.';
export const ANSWER_SENT = 'Your answer is on its way by email.';
export const MESSAGE_TIED = 'Noted which product it is about.';
export const ABOUT_NOTHING = 'There is no product with that number. Nothing was sent or noted.';
export const NO_SUCH_MESSAGE = 'There is no such message. It may have been answered already.';
