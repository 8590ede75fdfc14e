/** Payments shown of one search, the newest first. */
export const PAYMENTS_SHOWN = 100;
/** Payments listed before anything is searched. */
export const RECENT_SHOWN = 10;
