/** Anything that looks like an email address: an event must not carry one. */
export const EMAIL_LIKE = /[^\s@]+@[^\s@]+/;
