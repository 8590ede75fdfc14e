/** The sentences that administrators read; those of spec §8 verbatim. */

export const CHECK_YOUR_EMAIL = 'Check your email for the login link!';
export const LOGIN_LEAD =
  'Enter your email. If it is an administrator’s, a link that signs you in is on its way.';
export const LINK_LEAD = 'The link works once, with this button.';
export const LINK_REFUSED = 'The link was used before, or is older than ten minutes.';
export const CODE_LEAD =
  'Enter the code that your authenticator app shows, or one of your recovery codes.';
export const CODE_REFUSED =
  'The code is wrong or was used before, or the link is older than ten minutes.';
export const SECOND_FACTOR_LEAD =
  'With it, signing in takes a code of an authenticator app beside the mailed link.';
export const KEY_LEAD = 'Add this key to an authenticator app, then enter the code that it shows.';
export const RECOVERY_LEAD =
  'Keep these recovery codes where only you find them. Each works once, without the app. They are not shown again.';
export const CODE_HINT = 'Six digits of your app, or a recovery code.';
export const FIRST_CODE_HINT = 'The six digits that the app shows now.';
export const NOTHING_DONE = 'Nothing was done yet.';
export const NOT_A_WISH = 'The form says nothing that can be done.';
export const AUDIT_FAILED = 'Audit failed';
export const AMOUNTS_MATCH = 'Amounts match';
export const NO_SUCH_SESSION = 'There is no such session. It may have ended.';
export const WRONG_CODE = 'That code is wrong, or was used before. Please try the next one.';
export const SECOND_FACTOR_IS_ON = 'The second factor is on.';
export const SECOND_FACTOR_IS_OFF = 'The second factor is off.';
export const NO_SUCH_DISPUTE = 'There is no such dispute at Stripe.';
export const NO_TESTS = 'No product is fully funded yet.';
export const NO_SUCH_TEST = 'No product of this code is fully funded.';
export const NOTED = 'Noted.';
export const REPEATED = 'This had been noted before; nothing was written twice.';
export const BUYING_LEAD =
  'With the first sample testing begins: from then on nothing that was given to this product is refunded, and its people are told.';
export const SETTLING_LEAD =
  'What is left goes to the reserve for tests that cost more than they raised; what is missing comes from there, and then from donations.';
