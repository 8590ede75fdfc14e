import { matchedProducts } from './match-words.ts';
import { openMatches, type Match } from './read-matches.server.ts';
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
    purpose: matchedProducts(match),
    kind,
    of,
    mostCents,
    giftsLeft,
    leftCents,
    endsAt: match.endsAt.toISOString(),
  };
}
