import { decisionDueAt } from '#app/funding/decision-due.ts';
import { counted } from '#app/kit/text.ts';
import { isMonthly } from '#app/funding/order.ts';
import { formatCents } from '#app/kit/money.ts';
import type { Contribution, ContributionStatus, RefundRequest } from './contribution-schema.ts';

type Tone = 'plain' | 'accent' | 'warn' | 'danger';

const STATUS_WORDS: Record<ContributionStatus, { text: string; tone: Tone }> = {
  pending: { text: 'Payment in progress', tone: 'warn' },
  paid: { text: 'Paid', tone: 'accent' },
  refund_pending: { text: 'Refund on its way', tone: 'warn' },
  refunded: { text: 'Refunded', tone: 'plain' },
  refund_failed: { text: 'Refund failed; we’re on it', tone: 'danger' },
  disputed: { text: 'Disputed with your bank', tone: 'danger' },
  charged_back: { text: 'Taken back by your bank', tone: 'plain' },
};

/** The state of a contribution in plain words. */
export function statusWords(
  told: Pick<Contribution, 'status' | 'refunded_at' | 'is_refunded_otherwise'>,
) {
  const words = STATUS_WORDS[told.status];
  if (told.status !== 'refunded' || !told.refunded_at) return words;
  // What was paid another way was paid on a day; a refund was sent at a moment.
  const timeZone = told.is_refunded_otherwise ? 'UTC' : undefined;
  const day = localDayText(told.refunded_at, navigator.languages, timeZone);
  return { ...words, text: refundedWords(told, day) };
}

/** On what day it went back; a day of the reader's, or of a sheet of paper. */
export function refundedWords(
  { is_refunded_otherwise: isOtherwise }: Pick<Contribution, 'is_refunded_otherwise'>,
  day: string,
): string {
  return isOtherwise ? `Paid back another way on ${day}` : `Refunded on ${day}`;
}

/** Whether and when it goes back; undefined where the status says it all. */
export function refundWords(told: Contribution): string | undefined {
  const { status, product, is_excess: isExcess, refund_due_at: dueAt } = told;
  if (status === 'refund_pending') return 'Banks take 5 to 10 business days.';
  if (status === 'refunded' && isExcess) return 'No longer needed by the product.';
  if (status !== 'paid') return undefined;
  if (isExcess) return 'No longer needed by the product, so it will be refunded to you.';
  if (!product) return 'Donations are not refunded automatically.';
  if (dueAt) {
    const day = localDayText(dueAt);
    const hidden = product.is_hidden ? ' Its page is hidden while we look into it.' : '';
    return `Refunded automatically on ${day} if the goal is not reached.${hidden}`;
  }
  if (product.is_contested) {
    return 'A payment for this product is disputed. Until that is decided, nothing is refunded automatically.';
  }
  if (product.has_testing_begun)
    return 'The first sample has been bought, so this can no longer be refunded.';
  return product.is_removed
    ? undefined
    : 'The goal has been reached. Next, the first sample is bought.';
}

/** What became of the request to have it back; an administrator's note is told apart. */
export function requestWords(request: RefundRequest): string {
  if (request.status === 'open') {
    const due = decisionDueAt(request.requested_at);
    const by = localDayText(due.toISOString());
    const decided = due > new Date() ? `We decide by ${by}.` : `It was to be decided by ${by}.`;
    return `Refund requested on ${localDayText(request.requested_at)}. ${decided}`;
  }
  const day = request.decided_at ? ` on ${localDayText(request.decided_at)}` : '';
  return request.status === 'granted' ? `Refund granted${day}` : `Refund declined${day}`;
}

/** What it was given to: a product by its name, else the kind of donation. */
export function givenTo({ product, kind }: Pick<Contribution, 'product' | 'kind'>): string {
  if (product) return product.name;
  return isMonthly(kind) ? 'Monthly donation' : 'Donation';
}

/**
 * What stands, by where it went: "$75 to 3 products", "$20 in donations", "$5 being refunded". Payments
 * under way are not counted, and what a bank took back is no longer there.
 */
export function sumWords(contributions: Contribution[]): string[] {
  const sum = (some: Contribution[]) =>
    some.reduce((cents, { amount }) => cents + Math.round(amount * 100), 0);
  const isLeaving = (one: Contribution) =>
    ['refund_pending', 'refund_failed'].includes(one.status) ||
    (one.is_excess && one.status === 'paid');
  const stands = contributions.filter(
    (one) => ['paid', 'disputed'].includes(one.status) && !isLeaving(one),
  );
  const toProducts = stands.filter((one) => one.product_id !== null);
  const products = new Set(toProducts.map((one) => one.product_id)).size;
  const part = (some: Contribution[], words: string) =>
    some.length > 0 ? [`${formatCents(sum(some))} ${words}`] : [];
  return [
    ...part(toProducts, `to ${counted(products, 'product')}`),
    ...part(
      stands.filter((one) => one.product_id === null),
      'in donations',
    ),
    ...part(contributions.filter(isLeaving), 'being refunded'),
    ...part(
      contributions.filter((one) => ['refunded', 'charged_back'].includes(one.status)),
      'returned',
    ),
  ];
}

/**
 * A day as the reader writes one in English, by the reader's clock: "July 1, 2027" or "1 July 2027".
 * A reader of another language gets the former, which fits the sentences around it.
 */
export function localDayText(moment: string, languages = navigator.languages, timeZone?: string) {
  // A tag such as `en-US@posix` is none that a date can be written by.
  const english = languages.find((language) => /^en(-\w+)*$/.test(language)) ?? 'en-US';
  return new Date(moment).toLocaleDateString(english, { dateStyle: 'long', timeZone });
}
