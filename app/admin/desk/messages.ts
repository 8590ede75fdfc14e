import { REFUND_WARNING_DAYS } from '#app/kit/facts.ts';

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
export const KEY_LEAD =
  'Point an authenticator app at the picture, or type the key below it; then enter the code that the app shows.';
export const RECOVERY_LEAD =
  'Keep these recovery codes where only you find them. Each works once, without the app. They are not shown again.';
export const CODE_HINT = 'Six digits of your app, or a recovery code.';
export const FIRST_CODE_HINT = 'The six digits that the app shows now.';
export const NOTICES_LEAD =
  'Choose when we email you. The daily email goes out at 12:00 UTC, and only on days with something to report.';
export const NOTICES_SAVED = 'Your email settings are saved.';
export const NOTHING_DONE = 'Nothing was done yet.';
export const NOT_A_WISH = 'The form says nothing that can be done.';
export const AUDIT_FAILED = 'Audit failed';
export const AMOUNTS_MATCH = 'Amounts match';
export const NO_SUCH_SESSION = 'There is no such session. It may have ended.';
export const WRONG_CODE = 'That code is wrong, or was used before. Please try the next one.';
export const SIGN_IN_AGAIN =
  'Sign in again first: a second factor is set up within ten minutes of signing in.';
export const SECOND_FACTOR_IS_ON = 'The second factor is on.';
export const SECOND_FACTOR_IS_OFF = 'The second factor is off.';
export const NO_SUCH_DISPUTE = 'There is no such dispute at Stripe.';
export const SECOND_FACTOR_NEEDED =
  'This site requires a second factor from its administrators. Set yours up first; until then, you can’t do anything else here.';
export const FRESH_CODE_LEAD =
  'Enter a code from your authenticator app, or a recovery code, to go on. You won’t be asked again for ten minutes, and everything you filled in is kept.';
export const NO_TESTS = 'No product is fully funded yet.';
export const NO_SUCH_TEST = 'No product of this code is fully funded.';
export const NOTED = 'Noted.';
export const REPEATED = 'This had been noted before; nothing was written twice.';
export const BUYING_LEAD =
  'With the first sample testing begins: from then on nothing that was given to this product is refunded, and its people are told.';
export const ENDING_LEAD =
  'Buy another sample, or end the test: its page then says so with your reason, no results are promised any more, and its books can be closed. That is never undone, and nothing is refunded.';
export const SETTLING_LEAD =
  'What is left goes to the reserve for tests that cost more than they raised; what is missing comes from there, and then from the project’s own money, which is given back first.';

/** What is said where a refund is refused. */
export const REFUND_REFUSALS = {
  unknown: 'There is no such payment.',
  not_paid: 'It has been refunded already, or it is contested.',
  testing_begun: 'Testing of its product has begun, so it can no longer be refunded.',
  disputed: 'Its payment is contested at the bank, so nothing is refunded until that is decided.',
  not_due: `Its product has reached its goal, or its contributor has not yet had ${REFUND_WARNING_DAYS} days’ notice.`,
} as const;
export const REASON_NEEDED = 'Say why: one of the reasons has to be chosen.';
export const DECLINE_REASON = 'Say why it is declined: the contributor is told in these words.';
export const NO_SUCH_REQUEST = 'There is no such request.';
export const REQUEST_DECIDED = 'It has been decided already.';
export const GOES_BACK = 'The money goes back; Stripe is asked within seconds.';
export const DECLINED = 'Declined; the contributor is told.';
export const REFUND_HAS_NOT_FAILED = 'That refund has not failed.';
export const SENT_AGAIN = 'Stripe is asked again within seconds.';
const PAID_OUTSIDE = 'Noted: it was paid outside Stripe.';
/** What is said once money was allocated: to what (else a refund's id), of or to which refund. */
export function allocated(to: string, refundId: string | null): string {
  if (to === 'outside') return refundId ? `${PAID_OUTSIDE} Its payer is told.` : PAID_OUTSIDE;
  if (to === 'loss') return 'The project bears it.';
  if (to === 'donation') return 'It is a donation now.';
  return to === 'refund'
    ? GOES_BACK
    : 'It is matched with that refund now, and its payer gets a receipt.';
}
export const ALLOCATED_TO: Record<string, string> = {
  refund: 'was a refund',
  donation: 'was a donation',
  loss: 'is borne by the project',
  outside: 'was paid outside Stripe',
};
export const UNDONE = {
  open: 'Undone: it is unmatched again.',
  restored: 'Undone: the contribution counts for its product again, and the refund is unmatched.',
  failed: 'Undone: the refund is owed again and listed as failed.',
  refunded:
    'Undone. A refund made at Stripe itself had already paid it, so its payer gets a receipt.',
  held: 'Undone. The bank has taken the money in a dispute since, so it waits for the outcome.',
  canceled: 'Undone. The bank took the money back in a dispute, so its payer has it already.',
} as const;
export const ON_ITS_WAY =
  'A refund of that payment is on its way at Stripe. Wait until it has arrived or failed.';
export const STRIPE_SILENT = 'Stripe cannot be reached. Please try again in a moment.';
export const NO_REFUNDS_HELD = 'No refunds are waiting for approval.';
export const OTHER_REFUNDS_DUE =
  'The refunds that are due have changed since you looked, so none was approved. Please look again.';
export const REFUNDS_ALLOWED = 'Approved. They are sent within the hour.';
export const RESERVATIONS_LEAD =
  'Amounts held for visitors who are on the payment page or have left it. Ending a checkout frees its amount at once. If it was paid in the meantime, the payment is recorded instead.';
export const RESERVATION_REASON = 'Say why it is ended.';
export const RESERVATION_REASON_MOST = 300;
export const RESERVATION_REASON_TOO_LONG = 'The reason can be at most 300 characters long.';
export const NO_SUCH_RESERVATION = 'There is no such checkout.';
export const RESERVATION_ENDED =
  'The checkout has been ended. It can no longer be paid, and what it held is free again.';
export const RESERVATION_ENDS =
  'Stripe did not answer. As soon as it does, the checkout ends, and what it holds is free again.';
export const RESERVATION_STANDS =
  'Stripe cannot be reached, so the checkout was not ended. Please try again in a moment.';

/** Why a checkout that is no longer open is not ended. */
export function reservationIs(status: string): string {
  if (status === 'paid') return 'It has been paid: the payment is recorded.';
  if (status === 'awaiting') return 'It has been paid, and the money is on its way.';
  if (status === 'review') return 'It has been paid, and the payment is under review.';
  return 'It has ended already.';
}
export const STRIPE_OUT_OF_REACH =
  'Stripe could not be asked whether it went through after all. Nothing was noted; please try again.';
export const DAY_TO_COME = 'That day is in the future.';
export const ALLOCATION_REFUSALS = {
  unknown: 'No refund and no unmatched money has that number.',
  form_used:
    'This form was already used for something else, and nothing was noted now. Please look again.',
  not_failed:
    'That refund is no longer listed as failed: it was sent again, has gone through, or its bank took the money back. Please look again.',
  not_open: 'None of it is unmatched any more. Please look again.',
  not_for_it: 'That is not one of the things it can be. Please look again.',
  before_owed: 'That day is before the day on which it was first owed.',
  disputed: 'Its payment is contested at the bank, so nothing is refunded until that is decided.',
} as const;
export function wentBack(amount: string): string {
  return `${amount} of this payment was already refunded at Stripe and fits no contribution. Say first what that refund is, or tick the box to pay all of this anyway.`;
}
export const UNDO_REFUSALS = {
  unknown: 'There is no such allocation.',
  withdrawn: 'That has been undone already.',
  goes_back: 'It is being refunded to its payer, and that cannot be undone here.',
} as const;
export const OUTSIDE_LEAD =
  'Only after it has been paid in full. It is then no longer owed, and its payer is told the day and the number.';
export const UNMATCHED_LEAD =
  'Money at Stripe that fits no order, contribution, or refund exactly, or fits more than one. The audit lists it until you say what it is. Write about the payment only: no names.';
export const MAIL_NOT_GIVEN_UP = 'No such email was given up.';
export const TRIED_AGAIN = 'It is tried again within a minute.';
export const NOT_SEARCHABLE =
  'That is neither an email address nor a number of Stripe’s or ours (cs_…, pi_…, in_…, or an order’s).';
export const NOTHING_FOUND = 'Nothing was paid under that.';
export const NEWEST_SHOWN =
  'These are the newest hundred. Look for older ones by their session or order.';
export const LED_TO_DISPUTE =
  'A link from elsewhere leads to a dispute. That you look at its evidence is written down.';
export const NO_EVIDENCE = 'Stripe could not be asked for the evidence. Please try again.';
export const AUDIT_UNDER_WAY = 'An audit is under way. Its result will stand here.';
export const NEVER_AUDITED = 'No audit has been run yet.';
export const NO_SUCH_AUDIT = 'There is no such finished audit.';
export const DEMOS_NOT_COUNTED =
  'Demonstration products hold made-up money: nothing of it is at Stripe, and it is not counted.';
export const NO_FILE = 'Choose a file.';
export const FILE_TOO_LARGE = 'The file is larger than 2 MB.';
export const FILE_NOT_TEXT =
  'The file is not UTF-8 text. Save it as CSV (UTF-8) or as tab-separated text.';
export const NO_SUCH_CODE = 'A product code is a whole number, such as 2001.';
export const UPLOAD_GONE =
  'There is no such upload any more: it was published or discarded, or is older than a day.';
export const UPLOAD_DIFFERS = 'That is not the file of the preview. Look again.';
export const CHANGED_MEANWHILE = 'Something was published since the preview. Look again.';
export const CORRECTION_REASON = 'Published results change: say why, for everybody to read.';
export const NOT_PUBLISHABLE = {
  unknown: 'There is no such product.',
  removed: 'It has been taken off the list.',
  not_funded: 'It is not fully funded.',
  requests_open: 'Refund requests are open: decide them first.',
  unchecked: 'Its results are not checked yet: note that step of its test first.',
  ended: 'Its test has been ended without results.',
  samples_missing:
    'More of its samples are checked than the file has results of. Add the missing results, or give those samples up first.',
} as const;
