import type { Limit } from '#app/platform/rate-limit.server.ts';

/** A mailed link works so long, once. */
export const LINK_SECONDS = 600;
/** After a link was used, so long for the code of the second factor. */
export const CODE_SECONDS = 600;
/** A session ends so long after it was last used… */
export const SESSION_SECONDS = 24 * 3600;
/** …is refreshed when it is used after so long… */
export const REFRESH_AFTER_SECONDS = 3600;
/** …and ends so long after signing in, however it is used. */
export const SESSION_AT_MOST_SECONDS = 14 * 86_400;
/** A second factor is set up so long after signing in. */
export const SETTING_UP_SECONDS = 600;
/** What moves money, publishes or takes away asks for a code of the last so many seconds. */
export const FRESH_CODE_SECONDS = 600;
/** What `/api/auth/token` signs is good for so long. */
export const TOKEN_SECONDS = 300;
export const RECOVERY_CODES = 10;

export const LINKS_PER_ADDRESS: Limit = {
  name: 'sign-in-link:address',
  hits: 20,
  windowSeconds: 3600,
};
/** For one mailbox from one network: so few, that nobody uses up an administrator's alone. */
export const LINKS_PER_PAIR: Limit = { name: 'sign-in-link:pair', hits: 5, windowSeconds: 3600 };
export const LINKS_PER_EMAIL: Limit = { name: 'sign-in-link:email', hits: 20, windowSeconds: 3600 };
/** Links and codes that are tried out. */
export const TRIES_PER_ADDRESS: Limit = { name: 'sign-in:address', hits: 30, windowSeconds: 3600 };
/** Codes that somebody who is signed in tries, to change their second factor. */
export const CODES_PER_ADMINISTRATOR: Limit = {
  name: 'second-factor:administrator',
  hits: 10,
  windowSeconds: 900,
};
/**
 * A code of the second factor is taken once (RFC 6238, 5.2): within both, so that it is refused for
 * half a day at least, which is far longer than it lives, also where one of the windows ends.
 */
export const EACH_CODE: readonly Limit[] = [
  { name: 'second-factor:code', hits: 1, windowSeconds: 86_400 },
  { name: 'second-factor:code:shifted', hits: 1, windowSeconds: 86_400, shiftSeconds: 43_200 },
];
