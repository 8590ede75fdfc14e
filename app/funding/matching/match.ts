import { isFor, type PoolKind } from '#app/catalogue/pool.ts';
import { takenCents } from '#app/kit/money.ts';

/** A match that still promises; amounts in cents. */
export interface OpenMatch {
  id: number;
  /** As the public reads it; null: a sponsor who is not named. */
  sponsorName: string | null;
  kind: PoolKind;
  /** The key of a group, or a brand; empty for any product. */
  of: string;
  /** A gift is matched one to one, up to so much. */
  mostCents: number;
  /** Gifts that are still matched; null: as long as there is money. */
  giftsLeft: number | null;
  /** What it has and has not promised. */
  leftCents: number;
  endsAt: Date;
}

/**
 * The least that a match adds, in cents: of a promise that is released by itself nobody could pay less
 * (decision 0053).
 */
export const LEAST_CENTS = 100;

/**
 * Cents that a match adds to a gift, of what the product still needs beside it: one to one, never past
 * the need, no rest of that is left below a dollar, and nothing below one is added.
 */
export function matchedCents(
  { mostCents, leftCents, giftsLeft }: Pick<OpenMatch, 'mostCents' | 'leftCents' | 'giftsLeft'>,
  giftCents: number,
  needBesideCents: number,
): number {
  if (giftsLeft === 0) return 0;
  const cents = takenCents(Math.min(giftCents, mostCents, leftCents), needBesideCents);
  return cents < LEAST_CENTS ? 0 : cents;
}

/** A gift that may be matched: what it is for, what it is, and what its product needs beside it, in cents. */
export interface MatchableGift {
  productId: number;
  brand: string | null;
  category: string | null;
  giftCents: number;
  needBesideCents: number;
}

/**
 * What matches add to the gifts of one payment, by product: for each the first of `open` that fits and
 * adds anything. What it adds to one is no longer there for the next.
 */
export function planMatches(
  open: OpenMatch[],
  gifts: MatchableGift[],
): Map<number, { matchId: number; cents: number }> {
  const left = open.map((match) => ({ ...match }));
  const plan = new Map<number, { matchId: number; cents: number }>();
  for (const gift of gifts) {
    for (const match of left) {
      if (!isFor(match, gift)) continue;
      const cents = matchedCents(match, gift.giftCents, gift.needBesideCents);
      if (cents === 0) continue;
      match.leftCents -= cents;
      if (match.giftsLeft !== null) match.giftsLeft -= 1;
      plan.set(gift.productId, { matchId: match.id, cents });
      break;
    }
  }
  return plan;
}
