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
