import type { Match } from './read-matches.server.ts';
import { openMatches } from './read-matches.server.ts';
import { groups } from '#app/catalogue/groups.ts';
import type { ShownMatch } from '#app/catalogue/match-offer.ts';

/** The open matches, the first that is used first, without what their sponsors have not made public. */
export async function shownMatches(): Promise<ShownMatch[]> {
  return (await openMatches()).map(shownMatch);
}

function shownMatch(match: Match): ShownMatch {
  const { id, name, sponsorName, kind, of, mostCents, giftsLeft, leftCents } = match;
  const group = kind === 'group' ? groups.find(({ key }) => key === of) : undefined;
  return {
    id,
    name,
    sponsorName,
    purpose: kind === 'any' ? 'any product' : `${group?.name ?? of} products`,
    brand: kind === 'brand' ? of : null,
    categories: kind === 'group' ? (group?.categories ?? []) : null,
    mostCents,
    giftsLeft,
    leftCents,
    endsAt: match.endsAt.toISOString(),
  };
}
