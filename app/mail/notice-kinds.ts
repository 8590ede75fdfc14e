/** When an administrator is told of a kind of happening by email. */
export const NOTICE_TIMES = ['at-once', 'daily', 'never'] as const;

export type NoticeTime = (typeof NOTICE_TIMES)[number];

/**
 * Everything that administrators are told of by email: what they read it as, and when they are told
 * unless they chose otherwise. At once where something has a deadline, or money or people wait.
 */
export const NOTICE_KINDS = {
  'dispute-opened': { text: 'A payment is disputed', usually: 'at-once' },
  'refund-failed': { text: 'A refund failed', usually: 'at-once' },
  unmatched: { text: 'Money at Stripe is unmatched', usually: 'at-once' },
  'refund-requested': { text: 'A contributor asks for a refund', usually: 'at-once' },
  message: { text: 'A visitor wrote a message', usually: 'at-once' },
  audit: { text: 'An audit found a difference or a shortfall, or failed', usually: 'at-once' },
  'webhooks-silent': { text: 'Webhooks stopped arriving', usually: 'at-once' },
  clocks: { text: 'Clocks disagree, so refunds wait', usually: 'at-once' },
  'refunds-held': { text: 'Refunds need your approval', usually: 'at-once' },
  'release-held': { text: 'A release of the open data is held back', usually: 'at-once' },
  month: { text: 'What a month brought, on the first', usually: 'at-once' },
  'goal-reached': { text: 'A product reached its goal', usually: 'daily' },
  submission: { text: 'A product was submitted', usually: 'daily' },
  'to-do': { text: 'What is waiting, once a day', usually: 'daily' },
} as const satisfies Record<string, { text: string; usually: NoticeTime }>;

export type NoticeKind = keyof typeof NOTICE_KINDS;

export const noticeKinds = Object.keys(NOTICE_KINDS) as NoticeKind[];

/** An administrator's own times, as they are stored: kinds that are missing have their usual one. */
export type NoticeChoices = Partial<Record<NoticeKind, NoticeTime>>;

/** When somebody with these choices is told of a kind. */
export function timeOf(choices: NoticeChoices, kind: NoticeKind): NoticeTime {
  return choices[kind] ?? NOTICE_KINDS[kind].usually;
}
