import type { LockedProduct } from '#app/catalogue/funding-columns.server.ts';

/** Cents that a product can still take, reservations of others left alone. */
export function needOf(product: LockedProduct, ownReservedCents = 0): number {
  if (product.removedAt || product.isDemo) return 0;
  const othersCents = product.reservedCents - ownReservedCents;
  return Math.max(0, product.targetCents - product.raisedCents - othersCents);
}

/** Whether a product's test has its money: a dispute may take some of it, and nothing is added. */
export function isBegun(product: Pick<LockedProduct, 'testingBegunAt' | 'testingStatus'>) {
  return product.testingBegunAt !== null || product.testingStatus === 'Tested';
}

/** Cents that a product takes of new money, as `needOf`; none once its testing has begun. */
export function openNeedOf(product: LockedProduct, ownReservedCents = 0): number {
  return isBegun(product) ? 0 : needOf(product, ownReservedCents);
}

/**
 * Counts paid money as raised on a locked product as it was read: its order's reservation ends with
 * it. Whether the goal is reached by it. The caller writes what it comes to.
 */
export function countIn(
  product: LockedProduct,
  paid: { amountCents: number; reservedCents: number },
): boolean {
  product.raisedCents += paid.amountCents;
  product.reservedCents -= paid.reservedCents;
  const isNewlyFull =
    product.raisedCents >= product.targetCents && product.testingStatus === 'Untested';
  if (isNewlyFull) product.testingStatus = 'Testing in Progress';
  return isNewlyFull;
}
