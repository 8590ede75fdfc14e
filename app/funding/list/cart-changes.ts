import type { FundableProduct } from './funding-list.ts';
import type { CartValidation, FundingListItem, RemovedItem } from '#app/funding/cart-schema.ts';
import { ALL_FULLY_FUNDED, amountIs, someRemoved } from '#app/funding/messages.ts';

/** How a validated list differs from the one that was sent; amounts in dollars. */
export interface CartChanges {
  removed: RemovedItem[];
  /** Still wanted, but only up to `toDollars`, or all of them. */
  capped: { productId: number; name: string; fromDollars: number; toDollars: number }[];
}

/** Compares what was sent with what may be paid for. */
export function cartChanges(sent: FundingListItem[], found: CartValidation): CartChanges {
  const sentById = new Map(sent.map((item) => [item.productId, item.amount]));
  return {
    removed: found.removedItems,
    capped: found.validItems.flatMap(({ productId, name, amount }) => {
      const fromDollars = sentById.get(productId) ?? 0;
      return amount === fromDollars ? [] : [{ productId, name, fromDollars, toDollars: amount }];
    }),
  };
}

export function hasChanges(changes: CartChanges): boolean {
  return changes.removed.length > 0 || changes.capped.length > 0;
}

/** What to tell the visitor: the usual sentence first, then one for each other change. */
export function changeSentences(changes: CartChanges): string[] {
  const funded = changes.removed.filter((item) => item.reason === 'fully_funded');
  const others = changes.removed.filter((item) => item.reason !== 'fully_funded');
  return [
    ...(funded.length > 0 ? [someRemoved(funded.map((item) => item.name))] : []),
    ...new Set(others.map((item) => item.message)),
    ...changes.capped.map((item) => amountIs(item.name, item)),
  ];
}

/** What to tell the visitor when nothing is left to pay for. */
export function nothingLeftSentences(removed: RemovedItem[]): string[] {
  if (removed.every((item) => item.reason === 'fully_funded')) return [ALL_FULLY_FUNDED];
  return changeSentences({ removed, capped: [] });
}

/**
 * Which listed products turned out to be fully funded, as product data for `refresh`: the list
 * then marks them, and takes nothing away.
 */
export function fundedMeanwhile(
  items: FundingListItem[],
  removed: RemovedItem[],
): FundableProduct[] {
  const ids = new Set(
    removed.filter((item) => item.reason === 'fully_funded').map((item) => item.productId),
  );
  return items
    .filter((item) => ids.has(item.productId))
    .map(({ productId, name, target_amount }) => ({
      id: productId,
      name,
      target_amount,
      current_amount: target_amount,
    }));
}

/**
 * The list after the visitor has agreed to go on: what is being paid for, in the order it stood,
 * and what only waits, for somebody else's checkout to end or for a payment of its own.
 */
export function listAfter(items: FundingListItem[], found: CartValidation): FundingListItem[] {
  const validById = new Map(found.validItems.map((item) => [item.productId, item]));
  const goneIds = new Set(
    found.removedItems
      .filter(({ reason }) => reason !== 'being_paid_for' && reason !== 'next_payment')
      .map((item) => item.productId),
  );
  return items
    .filter((item) => !goneIds.has(item.productId))
    .map((item) => validById.get(item.productId) ?? item);
}
