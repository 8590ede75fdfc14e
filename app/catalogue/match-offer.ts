import { isFor, type PoolKind } from './pool.ts';
import { isDemonstration, isFullyFunded, remainingDollars } from './product.ts';
import type { Product } from './product-schema.ts';
import { formatCents } from '#app/kit/money.ts';

/** A match as everybody may see it; amounts in cents. */
export interface MatchOffer {
  id: number;
  name: string;
  /** null: a sponsor who is not named. */
  sponsorName: string | null;
  /** What it is for, in words: `any product`, `products by Acme`. */
  purpose: string;
  kind: PoolKind;
  /** The key of a group, or a brand; empty for any product. */
  of: string;
  /** A gift is matched one to one, up to so much. */
  mostCents: number;
  /** Gifts that are still matched; null: as long as there is money. */
  giftsLeft: number | null;
  leftCents: number;
  /** ISO 8601. */
  endsAt: string;
}

type Offered = Pick<
  Product,
  | 'name'
  | 'brand'
  | 'category'
  | 'current_amount'
  | 'reserved_amount'
  | 'target_amount'
  | 'testing_status'
  | 'removed_reason'
  | 'awaits_review'
>;

/** Dollars that a product has to need for a match to add to a gift of $1: both are a dollar at least. */
const LEAST_NEED_DOLLARS = 2;

/**
 * The match that a gift to a product would be matched by: of those that are open, in their order, the
 * first that is for it. None where nobody can give to it, or it needs too little for two, or where no
 * administrator has looked at it.
 */
export function offerFor(product: Offered, matches: readonly MatchOffer[]): MatchOffer | undefined {
  if (product.removed_reason || product.awaits_review) return undefined;
  if (isDemonstration(product) || isFullyFunded(product)) return undefined;
  if (remainingDollars(product) - product.reserved_amount < LEAST_NEED_DOLLARS) return undefined;
  return matches.find((match) => isFor(match, product));
}

/** The offer on a card: "Gifts are matched, up to $20 each." */
export function cardOffer({ mostCents, leftCents }: MatchOffer): string {
  return `Gifts are matched, up to ${formatCents(Math.min(mostCents, leftCents))} each.`;
}
