import { changeFunding, type LockedProduct } from '#app/catalogue/funding-columns.server.ts';
import { withdrawNotices } from './refund-due.server.ts';
import { hasPaidFor } from './store.server.ts';
import type { Tx } from '#app/database/db.server.ts';

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

/**
 * Adds paid money to a locked product, before its contribution stands as paid: raised amount,
 * level, contributors, and, when the goal is reached, the status. The caller then has the mails
 * queued, once the contribution is written and its payer among the contributors.
 */
export async function joinProduct(
  tx: Tx,
  product: LockedProduct,
  paid: {
    orderId: string;
    emailNormalised: string;
    amountCents: number;
    /** What the order had reserved of it until now. */
    reservedCents: number;
  },
): Promise<{ isNewlyFull: boolean }> {
  const isNew = paid.amountCents > 0 && !(await hasPaidFor(tx, product.id, paid.emailNormalised));
  const isNewlyFull = countIn(product, paid);
  await changeFunding(tx, product.id, {
    raisedCents: paid.amountCents,
    reservedCents: -paid.reservedCents,
    contributors: isNew ? 1 : 0,
    ...(isNewlyFull ? { testingStatus: 'Testing in Progress' } : {}),
  });
  if (isNewlyFull) await withdrawNotices(tx, product.id);
  return { isNewlyFull };
}

/**
 * Takes money off a locked product, after its contribution no longer stands as paid. Below its goal
 * before testing has begun, the product can be funded again (design "Money" 9).
 */
export async function leaveProduct(
  tx: Tx,
  product: LockedProduct,
  gone: { emailNormalised: string; amountCents: number },
): Promise<void> {
  const isLast = !(await hasPaidFor(tx, product.id, gone.emailNormalised));
  const raisedCents = product.raisedCents - gone.amountCents;
  const isReopened =
    raisedCents < product.targetCents &&
    product.testingStatus === 'Testing in Progress' &&
    !product.testingBegunAt;
  await changeFunding(tx, product.id, {
    raisedCents: -gone.amountCents,
    contributors: isLast ? -1 : 0,
    ...(isReopened ? { testingStatus: 'Untested' } : {}),
  });
  product.raisedCents = raisedCents;
  if (isReopened) product.testingStatus = 'Untested';
}
