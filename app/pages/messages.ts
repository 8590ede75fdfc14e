/** Asked where visits are counted by Amplitude; nothing is sent before the answer. */
export const CONSENT_QUESTION =
  'May we count what you do here, with the help of Amplitude? It would set a cookie for a year. Your email address is never part of it, and everything works the same if you say no.';

export const CHAT_FAILED = 'The chat could not be opened. Please try again.';
