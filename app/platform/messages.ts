/** Sentences that any call may answer with. */

export const tooManyRequests = (wait: string) => `Too many requests. Please try again in ${wait}.`;
/** Said alike for known and unknown addresses. */
export const tooManyForAddress = (wait: string) =>
  `Too many requests for this email address. Please try again in ${wait}, or first open the link at the end of any email from us in this browser.`;
export const NOT_JSON = 'The request body is not valid JSON.';
export const BODY_TOO_LARGE = 'The request body is too large.';
export const ADDRESS_MALFORMED = 'This address is malformed.';
export const REQUEST_TOO_SLOW = 'The request took too long to arrive.';
export const NOT_HTTP = 'This is not a valid HTTP request.';
export const NO_TEXT = 'The request contains characters that can’t be part of any text.';
export const NOT_A_FORM = 'The request body must be a form.';
export const UNKNOWN_ACTION = 'The form does not ask for anything that can be done.';
export const EMAIL_INVALID = 'Please enter an email address.';
export const CROSS_SITE = 'This call can only be made from the site itself.';
export const NO_SUCH_CALL = 'There is no such call.';
export const SOMETHING_BROKE =
  'Something went wrong on our side. Nothing was lost. Please try again.';
export const DATABASE_AWAY =
  'The site can’t reach its database right now. Nothing you entered was lost. Please try again in a moment.';
export const TAKES_TOO_LONG =
  'This is taking too long on our side, and we can’t tell yet whether it was done. Please look again in a moment.';
export const BUSY = 'Too many pages are being asked for at once. Please try again in a moment.';
export const BEING_REPLACED =
  'A process of the site is being replaced. Please try again in a moment.';
export const SIGNED_IN_ADMINISTRATORS_ONLY = 'Unauthorized';

/** Said to whoever comes by a name that is not the site's. */
export const wrongHost = (url: string) =>
  `This site answers at ${url}. To open it under another name, set SITE_URL to that address.`;

/** How long to wait, never less than it takes: "a minute", "25 minutes", "3 hours". */
export function waitOf(seconds: number): string {
  if (seconds <= 60) return 'a minute';
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
