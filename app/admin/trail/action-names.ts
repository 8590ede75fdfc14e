/** Everything that an administrator, or a command in their place, is written down for. */
export const ACTIONS = {
  'list-administrator': 'put an administrator on the list',
  'unlist-administrator': 'took an administrator off the list',
  'sign-in': 'signed in',
  'sign-out': 'signed out',
  'end-session': 'ended a session',
  'end-other-sessions': 'ended all other sessions',
  'end-all-sessions': 'signed out everywhere',
  'begin-second-factor': 'began to set up a second factor',
  'print-sign-in-link': 'printed a login link',
  'turn-on-second-factor': 'turned the second factor on',
  'turn-off-second-factor': 'turned the second factor off',
  'renew-recovery-codes': 'made new recovery codes',
  'choose-notices': 'changed which emails they get',
  'begin-testing': 'began testing',
  'buy-sample': 'bought a sample',
  'note-test-step': 'recorded a step of a sample',
  'correct-test-step': 'corrected a step of a sample',
  'note-test-cost': 'recorded a cost of a test',
  'correct-test-cost': 'corrected a cost of a test',
  'end-test': 'ended a test without results',
  'close-test-books': 'closed the books of a test',
  'edit-product': 'changed a product',
  'hide-product': 'hid a product',
  'show-product': 'showed a product again',
  'look-at-product': 'reviewed a product that a visitor added',
  'remove-product': 'took a product off the list and refunded its money',
  'merge-product': 'merged a product into another',
  'receive-product': 'merged another product into this one',
  'upload-photo': 'uploaded a photo',
  'crop-photo': 'cropped a photo',
  'remove-photo': 'removed an uploaded photo',
  'run-audit': 'ran the audit',
  'search-contributions': 'looked for contributions',
  'look-at-dispute': 'looked at the evidence of a dispute',
  'refund-contribution': 'refunded a contribution',
  'grant-refund': 'granted a refund request',
  'decline-refund': 'declined a refund request',
  'retry-refund': 'had a failed refund sent again',
  'allow-refunds': 'approved refunds that were held',
  'end-reservation': 'ended an unfinished checkout',
  'allocate-unmatched': 'said what unmatched money is',
  'undo-allocation': 'undid an allocation of unmatched money',
  'send-digest': 'sent the digest',
  'set-digest-clock': 'changed whether the digest is sent automatically',
  'answer-message': 'marked a message as answered',
  'retry-mail': 'sent an undelivered email again',
  'upload-results': 'uploaded a laboratory’s file',
  'read-results': 'said how an uploaded file is read',
  'discard-results': 'discarded an uploaded file',
  'publish-results': 'published results',
} as const;

export type ActionName = keyof typeof ACTIONS;

/** What the trail of before has: nothing is written down for it any more. */
const PAST_ACTIONS = {
  'refund-review': 'refunded a payment under review',
  'pay-refund-otherwise': 'recorded that a failed refund was paid another way',
  'withdraw-refund-payment': 'undid a record that a refund was paid another way',
  'bear-refund': 'had the project cover a refund made elsewhere',
} as const;

/** An action's name as it is read after who did it; one that is no longer known as it is. */
export function actionWords(name: string): string {
  return ({ ...ACTIONS, ...PAST_ACTIONS } as Record<string, string>)[name] ?? name;
}
