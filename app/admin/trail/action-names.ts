import { capitalized } from '#app/kit/text.ts';

/**
 * Everything that an administrator, or a command in their place, is written down for. In braces stands
 * what it is done to, as it is called where no more is known of that.
 */
export const ACTIONS = {
  'list-administrator': 'put {an administrator} on the list',
  'unlist-administrator': 'took {an administrator} off the list',
  'sign-in': 'signed in',
  'sign-out': 'signed out',
  'end-session': 'ended a session',
  'end-other-sessions': 'ended all other sessions',
  'end-all-sessions': 'signed out everywhere',
  'begin-second-factor': 'began to set up a second factor',
  'print-sign-in-link': 'printed a login link for {an administrator}',
  'turn-on-second-factor': 'turned the second factor on',
  'turn-off-second-factor': 'turned the second factor off',
  'renew-recovery-codes': 'made new recovery codes',
  'choose-notices': 'changed which emails they get',
  'begin-testing': 'began testing {a product}',
  'buy-sample': 'bought {a sample}',
  'note-test-step': 'recorded a step of {a sample}',
  'correct-test-step': 'corrected a step of {a sample}',
  'note-test-cost': 'recorded a cost of testing {a product}',
  'correct-test-cost': 'corrected a cost of testing {a product}',
  'end-test': 'ended the test of {a product} without results',
  'close-test-books': 'closed the books of the test of {a product}',
  'edit-product': 'changed {a product}',
  'hide-product': 'hid {a product}',
  'show-product': 'showed {a product} again',
  'look-at-product': 'reviewed {a product}, which a visitor added',
  'remove-product': 'took {a product} off the list and refunded its money',
  'merge-product': 'merged {a product} into another',
  'receive-product': 'merged another product into {a product}',
  'make-pool': 'made {a pool}',
  'close-pool': 'closed {a pool} and refunded what it had not spent',
  'upload-photo': 'uploaded a photo of {a product}',
  'crop-photo': 'cropped the photo of {a product}',
  'remove-photo': 'removed the uploaded photo of {a product}',
  'run-audit': 'ran the audit',
  'search-contributions': 'looked for {payments}',
  'refund-contribution': 'refunded {a contribution}',
  'grant-refund': 'granted a refund of {a contribution}',
  'decline-refund': 'declined a refund of {a contribution}',
  'retry-refund': 'sent the failed refund of {a contribution} again',
  'allow-refunds': 'approved {refunds that were held}',
  'end-reservation': 'ended {an unfinished checkout}',
  'allocate-unmatched': 'said what {unmatched money} is',
  'undo-allocation': 'undid what was said of {unmatched money}',
  'send-digest': 'sent {the digest}',
  'set-digest-clock': 'changed whether the digest is sent automatically',
  'answer-message': 'marked a message as answered',
  'retry-mail': 'sent {an undelivered email} again',
  'upload-results': 'uploaded {a laboratory’s file}',
  'read-results': 'said how {an uploaded file} is read',
  'discard-results': 'discarded {an uploaded file}',
  'publish-results': 'published {results}',
} as const;

export type ActionName = keyof typeof ACTIONS;

/** What the trail of before has: nothing is written down for it any more. */
const PAST_ACTIONS = {
  'look-at-dispute': 'looked at the evidence of {a dispute}',
  'refund-review': 'refunded a payment under review',
  'pay-refund-otherwise': 'recorded that {a failed refund} was paid another way',
  'withdraw-refund-payment': 'undid a record that {a refund} was paid another way',
  'bear-refund': 'had the project cover {a refund made elsewhere}',
} as const;

const WORDS: Record<string, string> = { ...ACTIONS, ...PAST_ACTIONS };

/**
 * An action as it is read after who did it, in three: `granted a refund of `, `a contribution`, and
 * what follows. One that is no longer known is said by its name.
 */
export function actionWords(name: string): { lead: string; object: string; rest: string } {
  const words = WORDS[name] ?? name;
  const [, lead = words, object = '', rest = ''] = /^(.*)\{(.*)\}(.*)$/.exec(words) ?? [];
  return { lead, object, rest };
}

/** Every kind of action: its name, and its words as a list to choose from has them. */
export const ACTION_KINDS: readonly (readonly [string, string])[] = Object.entries(WORDS)
  .map(([name, words]) => [name, capitalized(words.replaceAll(/[{}]/g, ''))] as const)
  .toSorted(([, one], [, other]) => one.localeCompare(other, 'en'));
