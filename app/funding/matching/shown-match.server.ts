import { findPool } from '#app/catalogue/pools.server.ts';
import { dollarsFromCents } from '#app/kit/money.ts';
import { now } from '#app/platform/clock.server.ts';
import { matchStory } from './match-story.server.ts';
import type { ShownTerms } from './match-words.ts';
import { findPaidMatch, openMatches, type Match } from './read-matches.server.ts';

/** A match as anybody may see it; amounts in dollars, and nothing of who its sponsor is but their name. */
export interface ShownMatch extends ShownTerms {
  id: number;
  name: string;
  /** What it can still promise. */
  leftDollars: number;
  /** Gifts that it still matches; null: as long as there is money. */
  giftsLeft: number | null;
  /** Whether it promises nothing any more. */
  isClosed: boolean;
  /** Whether a gift that is made at this moment may be matched by it. */
  isOpen: boolean;
  gifts: number;
  matchedDollars: number;
  products: { id: number; name: string; dollars: number }[];
  backDollars: number;
  toPoolDollars: number;
  toProjectDollars: number;
}

/** One match with what it did, a closed one too; undefined where none was ever paid for. */
export async function shownMatch(id: number): Promise<ShownMatch | undefined> {
  const match = await findPaidMatch(id);
  if (!match) return undefined;
  const { products, ...story } = await matchStory(id);
  return {
    ...(await shownTerms(match)),
    id,
    name: match.name,
    leftDollars: dollarsFromCents(match.leftCents),
    giftsLeft: match.giftsLeft,
    isClosed: match.closedAt !== null || match.endsAt <= now(),
    isOpen: (await openMatches()).some((open) => open.id === id),
    gifts: story.gifts,
    matchedDollars: dollarsFromCents(story.matchedCents),
    products: products.map(({ cents, ...product }) => ({
      ...product,
      dollars: dollarsFromCents(cents),
    })),
    backDollars: dollarsFromCents(story.backCents),
    toPoolDollars: dollarsFromCents(story.toPoolCents),
    toProjectDollars: dollarsFromCents(story.toProjectCents),
  };
}

/** The terms of a match as sentences say them. */
export async function shownTerms(match: Match): Promise<ShownTerms> {
  const { kind, of, firstGifts, sponsorName, unusedTo } = match;
  const pool = /^\d+$/.test(unusedTo) ? await findPool(Number(unusedTo)) : undefined;
  return {
    kind,
    of,
    firstGifts,
    sponsorName,
    unusedTo,
    mostDollars: dollarsFromCents(match.mostCents),
    endsAt: match.endsAt.toISOString(),
    poolName: pool?.name ?? null,
  };
}
