import { siteUrl } from '#app/config.ts';
import { matchStory, type MatchStory } from '#app/funding/matching/match-story.server.ts';
import { findMatch } from '#app/funding/matching/read-matches.server.ts';
import { shownTerms } from '#app/funding/matching/shown-match.server.ts';

export interface EndedMatchMail extends MatchStory {
  name: string;
  url: string;
  /** The pool that what is unused went to, where its terms name one. */
  poolName: string | null;
}

/** What a sponsor reads of a match that has ended; undefined where it has not. */
export async function loadEndedMatch({
  matchId,
}: Record<string, string | number>): Promise<EndedMatchMail | undefined> {
  const match = await findMatch(Number(matchId));
  if (!match?.closedAt) return undefined;
  const { poolName } = await shownTerms(match);
  const story = await matchStory(match.id);
  return { ...story, name: match.name, url: `${siteUrl()}/matches/${match.id}`, poolName };
}
