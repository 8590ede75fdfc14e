/** Payments shown of one search, the newest first. */
export const PAYMENTS_SHOWN = 100;
