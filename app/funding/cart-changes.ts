import type { AskedItem, CartValidation, RemovedItem } from './cart-schema.ts';
import { ALL_FULLY_FUNDED, amountIs, someRemoved } from './messages.ts';

/** How a validated list differs from the one that was sent; amounts in dollars. */
export interface CartChanges {
  removed: RemovedItem[];
  /** Still wanted, but only up to `toDollars`, or all of them. */
  capped: { productId: number; name: string; fromDollars: number; toDollars: number }[];
}

/** Compares what was sent with what may be paid for. */
export function cartChanges(sent: AskedItem[], found: CartValidation): CartChanges {
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
