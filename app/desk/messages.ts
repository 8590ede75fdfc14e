import { REFUND_WARNING_DAYS } from '#app/kit/facts.ts';

/** The sentences that administrators read. */

export const CHECK_YOUR_EMAIL = 'Check your email for the login link!';
export const LOGIN_LEAD =
  'Enter your email. If it belongs to an administrator, a sign-in link is on its way.';
export const LINK_LEAD = 'The link works once, with this button.';
export const LINK_REFUSED = 'The link has already been used, or is more than ten minutes old.';
export const CODE_LEAD =
  'Enter the code that your authenticator app shows, or one of your recovery codes.';
export const CODE_REFUSED =
  'The code is wrong or has already been used, or the link is more than ten minutes old.';
export const SECOND_FACTOR_LEAD =
  'With it on, signing in takes a code from an authenticator app as well as the emailed link.';
export const KEY_LEAD =
  'Scan the picture with an authenticator app, or type in the key below it. Then enter the code that the app shows.';
export const RECOVERY_LEAD =
  'Keep these recovery codes somewhere only you can find them. Each works once, without the app. They will not be shown again.';
export const CODE_HINT = 'Six digits from your app, or a recovery code.';
export const FIRST_CODE_HINT = 'The six digits that the app shows now.';
export const NOTICES_LEAD =
  'Choose when we email you. The daily email goes out at 12:00 UTC, and only on days with something to report.';
export const NOTICES_SAVED = 'Your email settings are saved.';
export const NOTHING_WAITS = 'Nothing is waiting for you.';
export const NOTHING_DONE = 'Nothing has been done yet.';
export const NOTHING_LIKE_IT = 'Nothing like that has been done.';
export const NO_SUCH_FILTER =
  'A product code is a whole number, such as 2001, and a day looks like 2026-11-21.';
export const AUDIT_FAILED = 'Audit failed';
export const AMOUNTS_MATCH = 'Amounts match';
export const NO_SUCH_SESSION = 'There is no such session. It may have ended.';
export const WRONG_CODE = 'That code is wrong, or has already been used. Please try the next one.';
export const SIGN_IN_AGAIN =
  'Sign in again first. You can set up a second factor only within ten minutes of signing in.';
export const SECOND_FACTOR_IS_ON = 'The second factor is on.';
export const SECOND_FACTOR_IS_OFF = 'The second factor is off.';
export const SECOND_FACTOR_NEEDED =
  'This site requires a second factor from its administrators. Set yours up first; until then, you can’t do anything else here.';
export const FRESH_CODE_LEAD =
  'Enter a code from your authenticator app, or a recovery code, to go on. You won’t be asked again for ten minutes, and everything you filled in is kept.';
export const NO_TESTS = 'No product is fully funded yet.';
export const NO_SUCH_TEST = 'No product with this code is fully funded.';
export const NOTED = 'Saved.';
export const REPEATED = 'This was already recorded. Nothing was saved twice.';
export const BUYING_LEAD =
  'Testing begins with the first sample. From then on, contributions to this product are not refunded, and its contributors and followers are told.';
export const ENDING_LEAD =
  'Buy another sample, or end the test. Its page then says so with your reason, results are no longer promised, and its books can be closed. This cannot be undone, and nothing is refunded.';
export const SETTLING_LEAD =
  'What is left goes to the reserve for tests that cost more than they raised. What is missing comes from that reserve, and then from the project’s own money, which is paid back first.';

/** What is said where a refund is refused. */
export const REFUND_REFUSALS = {
  unknown: 'There is no such payment.',
  not_paid: 'It has already been refunded, or it is disputed.',
  testing_begun: 'Testing of its product has begun, so it can no longer be refunded.',
  disputed: 'Its payment is disputed with the bank, so nothing is refunded until that is decided.',
  not_due: `Its product has reached its goal, or its contributor has not yet had ${REFUND_WARNING_DAYS} days’ notice.`,
} as const;
export const REASON_NEEDED = 'Choose a reason.';
export const DECLINE_REASON = 'Say why it is declined. The contributor is told in these words.';
export const NO_SUCH_REQUEST = 'There is no such request.';
export const REQUEST_DECIDED = 'It has already been decided.';
export const GOES_BACK = 'The money is being refunded. Stripe gets the request within seconds.';
export const DECLINED = 'Declined. The contributor is told.';
export const REFUND_HAS_NOT_FAILED = 'That refund has not failed.';
export const SENT_AGAIN = 'The refund is sent to Stripe again within seconds.';
const PAID_OUTSIDE = 'Recorded as paid outside Stripe.';
/** What is said once money was allocated: to what (else a refund's id), of or to which refund. */
export function allocated(to: string, refundId: string | null): string {
  if (to === 'outside') return refundId ? `${PAID_OUTSIDE} Its payer is told.` : PAID_OUTSIDE;
  if (to === 'loss') return 'The project covers it.';
  if (to === 'donation') return 'It is a donation now.';
  return to === 'refund'
    ? GOES_BACK
    : 'It is matched with that refund now, and its payer gets a receipt.';
}
export const ALLOCATED_TO: Record<string, string> = {
  refund: 'was a refund',
  donation: 'was a donation',
  loss: 'is covered by the project',
  outside: 'was paid outside Stripe',
};
export const UNDONE = {
  open: 'Undone: it is unmatched again.',
  restored:
    'Undone: the contribution counts for its product again, or for the match that added it, and the refund is unmatched.',
  contested:
    'Undone. The bank has since taken some or all of this money in a dispute; the rest stands as it did before.',
  failed: 'Undone: the refund is owed again and listed as failed.',
  refunded:
    'Undone. A refund made at Stripe itself had already paid it, so its payer gets a receipt.',
  held: 'Undone. The bank has since taken the money in a dispute, so it waits for the outcome.',
  canceled: 'Undone. The bank took the money back in a dispute, so its payer has it already.',
} as const;
export const ON_ITS_WAY =
  'A refund of that payment is in progress at Stripe. Wait until it has arrived or failed.';
export const STRIPE_SILENT = 'Stripe cannot be reached. Please try again in a moment.';
export const NO_REFUNDS_HELD = 'No refunds are waiting for approval.';
export const OTHER_REFUNDS_DUE =
  'The refunds that are due have changed since you looked, so none was approved. Please look again.';
export const REFUNDS_ALLOWED = 'Approved. They are sent within the hour.';
export const RESERVATIONS_LEAD =
  'Amounts held for visitors who are on the payment page or have left it. Ending a checkout frees its amount right away. If it was paid in the meantime, the payment is recorded instead.';
export const RESERVATION_REASON = 'Say why you are ending it.';
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
  if (status === 'paid') return 'It has been paid, and the payment is recorded.';
  if (status === 'awaiting') return 'It has been paid, and the money is on its way.';
  if (status === 'review') return 'It has been paid, and the payment is under review.';
  return 'It has already ended.';
}
export const STRIPE_OUT_OF_REACH =
  'We could not ask Stripe whether it went through after all. Nothing was saved. Please try again.';
export const DAY_TO_COME = 'That day is in the future.';
export const ALLOCATION_REFUSALS = {
  unknown: 'No refund or unmatched money has that number.',
  form_used:
    'This form was already used for something else, so nothing was saved. Please look again.',
  not_failed:
    'That refund is no longer listed as failed: it was sent again, has gone through, or its bank took the money back. Please look again.',
  not_open: 'None of it is still unmatched. Please look again.',
  not_for_it: 'That is not one of the choices for it. Please look again.',
  before_owed: 'That day is before the day it was first owed.',
  disputed: 'Its payment is disputed with the bank, so nothing is refunded until that is decided.',
} as const;
export function wentBack(amount: string): string {
  return `${amount} of this payment was already refunded at Stripe and fits no contribution. Say what that refund is first, or check the box to pay all of this anyway.`;
}
export const UNDO_REFUSALS = {
  unknown: 'There is no such allocation.',
  withdrawn: 'That has already been undone.',
  goes_back: 'It is being refunded to its payer, and that cannot be undone here.',
} as const;
export const OUTSIDE_LEAD =
  'Use this only after it has been paid in full. It is then no longer owed, and its payer is told the day and the number.';
export const UNMATCHED_LEAD =
  'Money at Stripe that fits no order, contribution, or refund exactly, or fits more than one. The audit lists it until you say what it is. Write only about the payment, without names.';
export const MAIL_NOT_GIVEN_UP = 'There is no such undelivered email.';
export const TRIED_AGAIN = 'We will try again within a minute.';
export const SEARCH_HINT =
  'All or part of an email address, a name on a card, its last four digits, a product, an amount ($50), a day (Nov 21, 2026, in UTC), or a number (cs_…, pi_…, in_…, or ours).';
export const NOT_SEARCHABLE =
  'That is too little to search by, or too much. Enter at least two letters or a number, and at most ten words.';
export const NOTHING_FOUND = 'No payments found.';
export const NEWEST_SHOWN =
  'There are more. These are the newest hundred. Search for a whole address, a day, or a number to see older ones.';
export const CARDS_NOT_SEARCHED =
  'Stripe did not answer, so not all names and numbers of cards were searched. Try again.';
export const ALLOCATING_SENDS_NOTHING =
  'Saying what it is moves no money. You can undo it under Allocated money.';
export const AUDIT_UNDER_WAY = 'An audit is running. Its result will appear here.';
export const NEVER_AUDITED = 'No audit has been run yet.';
export const NO_SUCH_AUDIT = 'There is no such finished audit.';
export const DEMOS_NOT_COUNTED =
  'Demonstration products hold made-up money. None of it is at Stripe, and it is not counted.';
export const NO_FILE = 'Choose a file.';
export const FORM_TOO_LARGE =
  'What you sent is larger than this page accepts. None of it was read, and nothing was saved. The form says how large a file may be.';
export const FILE_EMPTY = 'The file is empty.';
export const FILE_TOO_LARGE = 'The file is larger than 2 MB.';
export const fileNotRead = (reason: string) => `The file ${reason}.`;
export const typedOtherwise = (labels: readonly string[]) =>
  `What you typed differs from the file: ${labels.join('; ')}. Look at the laboratory’s paper again. If the file is wrong, correct it and upload it again.`;
export const CERTIFICATE_NOT_PDF = 'The certificate is not a PDF, or it is larger than 2 MB.';
export const CONFIRM_EACH = 'Check each line that asks to be confirmed, then publish.';
export const NO_SUCH_CODE = 'A product code is a whole number, such as 2001.';
export const UPLOAD_GONE =
  'That upload no longer exists. It was published or discarded, or is more than a day old.';
export const UPLOAD_DIFFERS = 'That is not the file you previewed. Please look again.';
export const CHANGED_MEANWHILE =
  'Something has been published since the preview. Please look again.';
export const CORRECTION_REASON = 'This changes published results. Say why. Everyone can read it.';
export const NOT_PUBLISHABLE = {
  unknown: 'There is no such product.',
  removed: 'It has been taken off the list.',
  not_funded: 'It is not fully funded.',
  requests_open: 'Refund requests are open. Decide them first.',
  unchecked: 'Its results have not been checked yet. Record that step of its test first.',
  ended: 'Its test was ended without results.',
  samples_missing:
    'More of its samples have been checked than the file has results for. Add the missing results, or give up those samples first.',
  samples_extra:
    'The file has results for more samples than have been checked. Say which lines are controls, or record the other samples first.',
} as const;
