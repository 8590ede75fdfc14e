/** What is said about other companies' services; loaded with them. */

/** Asked where visits are counted by Amplitude; nothing is sent before the answer. */
export const CONSENT_QUESTION =
  'May we count your visits with the help of Amplitude? It sets a cookie for a year and is never told your email address. Saying no changes nothing else.';

export const CHAT_FAILED = 'The chat could not be opened. Please try again.';
