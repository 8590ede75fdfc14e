import { LIMITS, type TermsRefusal } from './match-limits.ts';
import { formatCents } from '#app/kit/money.ts';
import { grouped } from '#app/kit/text.ts';

/** What is said of matches where something cannot be. */

export const NO_SUCH_MATCH = 'There is no such match.';
export const MATCH_CLOSED = 'This match is closed, so nothing can be paid in for it anymore.';
export const MATCH_ENDED = 'This match has ended, so nothing can be paid in for it anymore.';
export const MATCH_PAID = 'This match has been paid for in full. Thank you.';
/** The rest is less than a card payment can be. */
export const matchPaidBut = (restCents: number) =>
  `All but ${formatCents(restCents)} of this match has been paid in. What is missing is too little for a card payment. Thank you.`;

const dollars = ({ from, to }: { from: number; to: number }) =>
  `a whole number of dollars, from $${grouped(from)} to $${grouped(to)}`;

/** What is wrong with the terms of a match; nothing was made. */
export const TERMS_REFUSALS: Record<TermsRefusal, string> = {
  sum: `Enter what the sponsor pays in as ${dollars(LIMITS.sum)}.`,
  most: `Enter what a gift is matched up to as ${dollars(LIMITS.most)}.`,
  most_above_sum: 'A gift cannot be matched up to more than the sponsor pays in.',
  gifts: `Enter how many gifts are matched as a whole number, from ${LIMITS.gifts.from} to ${grouped(LIMITS.gifts.to)}, or leave it empty.`,
  no_end: 'Enter the last day of the match, such as 2026-12-31.',
  end_past: 'The last day of the match has passed. Choose a day that is still to come.',
  end_far: `A match can last at most ${LIMITS.days} days, so that what is unused can still go back to a card. Choose an earlier day.`,
  name: `The sponsor’s name can be at most ${LIMITS.nameCharacters} characters long.`,
  email: 'Enter the sponsor’s email address. It is not shown to anybody.',
  kind: 'There is no product of this kind, so a match for it could do nothing.',
  unused_to: 'There is no open pool of this number. Choose where unused money goes.',
};

/** What stands in place of a page of a match: none has its address or key, or it cannot be shown. */
export const problemOf = (isMissing: boolean) =>
  isMissing
    ? { line: 'Match not found', title: 'No such match.', children: 'No match has this address.' }
    : {
        line: 'Failed to load the match',
        title: 'This match cannot be shown.',
        children: 'The problem is on our side. Please try again in a moment.',
      };
