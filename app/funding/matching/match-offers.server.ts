import type { Match } from './read-matches.server.ts';
import { openMatches } from './read-matches.server.ts';
import { groups } from '#app/catalogue/groups.ts';
import type { MatchOffer } from '#app/catalogue/match-offer.ts';

/** The open matches, the first that is used first, without what their sponsors have not made public. */
export async function matchOffers(): Promise<MatchOffer[]> {
  return (await openMatches()).map(offerOf);
}

function offerOf(match: Match): MatchOffer {
  const { id, name, sponsorName, kind, of, mostCents, giftsLeft, leftCents } = match;
  return {
    id,
    name,
    sponsorName,
    purpose: purposeOf(match),
    kind,
    of,
    mostCents,
    giftsLeft,
    leftCents,
    endsAt: match.endsAt.toISOString(),
  };
}

function purposeOf({ kind, of }: Match): string {
  if (kind === 'any') return 'any product';
  if (kind === 'brand') return `products by ${of}`;
  return `products of the group “${groups.find(({ key }) => key === of)?.name ?? of}”`;
}
