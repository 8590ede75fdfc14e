import type { MatchOffer } from './match-offer.ts';
import { dayText } from '#app/kit/day-text.ts';
import { formatCents } from '#app/kit/money.ts';
import { asSentence, counted } from '#app/kit/text.ts';

/** Who matches, at the beginning of a sentence and within one. */
const SPONSOR = 'A sponsor';
const sponsorOf = (name: string | null) => name ?? 'a sponsor';

/** Who matches what, how much is left of it, and when it ends. */
export function offerWords(
  { sponsorName, mostCents, leftCents, giftsLeft, endsAt }: MatchOffer,
  to = 'this product',
): { rule: string; left: string } {
  const gifts = giftsLeft === null ? '' : `, for ${counted(giftsLeft, 'more gift')} at most`;
  return {
    rule: `${sponsorName ?? SPONSOR} matches gifts to ${to} one to one, up to ${formatCents(mostCents)} each.`,
    left: `${formatCents(leftCents)} is left${gifts}; the match ends ${dayText(endsAt)}.`,
  };
}

/** What a match added to a gift, in cents, and whose money that is: a sentence without its end. */
export function matchedWith(cents: number, sponsorName: string | null): string {
  return `Matched with ${formatCents(cents)} by ${sponsorOf(sponsorName)}`;
}

/** The same as a sentence. */
export function matchedSentence(cents: number, sponsorName: string | null): string {
  return asSentence(matchedWith(cents, sponsorName));
}

/** The rule that every match follows, where more than one is listed. */
export const MATCH_RULE =
  'In a match, a sponsor adds to what others give to a product: as much as the gift, up to the amount that the sponsor set, and never more than the product still needs. Your funding list shows what is added before you pay.';
