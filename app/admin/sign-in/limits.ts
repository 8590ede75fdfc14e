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
