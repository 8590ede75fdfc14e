import { payPath } from '#app/funding/matching/match-key.server.ts';
import { matchStory } from '#app/funding/matching/match-story.server.ts';
import { ruleText, unusedText } from '#app/funding/matching/match-words.ts';
import { paidInByMatch, whyNotPayable } from '#app/funding/matching/pay-match.server.ts';
import { allMatches } from '#app/funding/matching/read-matches.server.ts';
import { shownTerms } from '#app/funding/matching/shown-match.server.ts';
import { now } from '#app/platform/clock.server.ts';

/** Every match as its desk shows it, the newest first; amounts in cents. `origin` is the site's address. */
export async function deskMatches(origin: string) {
  const paidIn = await paidInByMatch();
  const shown = [];
  for (const match of await allMatches()) {
    const { id, name, sponsorName, sponsorEmail, sumCents, raisedCents, promisedCents } = match;
    const story = await matchStory(id);
    const terms = await shownTerms(match);
    const paidCents = paidIn.get(id) ?? 0;
    shown.push({
      id,
      name,
      sponsorName,
      sponsorEmail,
      sumCents,
      promisedCents,
      paidCents,
      leftCents: raisedCents - promisedCents,
      spentCents: story.matchedCents,
      gifts: story.gifts,
      handedOnCents: story.backCents + story.toPoolCents + story.toProjectCents,
      endsAt: terms.endsAt,
      rule: `${ruleText(terms)} ${unusedText(terms, 'public')}`,
      isClosed: match.closedAt !== null,
      hasEnded: match.endsAt <= now(),
      /** What the sponsor pays by; null where nothing can be paid in any more. */
      payUrl: whyNotPayable(match, paidCents) ? null : origin + payPath(id),
    });
  }
  return shown;
}

export type DeskMatch = Awaited<ReturnType<typeof deskMatches>>[number];
