import type { LockedProduct } from '#app/catalogue/funding-columns.server.ts';
import type { Holding } from './transfer.server.ts';

type Places = ReadonlyMap<number, LockedProduct>;

/**
 * The one order in which partial amounts are taken off what stands of a payment:
 * unspent money before spent, newest before oldest, then the largest, so that few places are touched.
 * `places` are its products; once testing has begun, the money of one is spent.
 */
export function takingOrder(standing: readonly Holding[], places: Places): Holding[] {
  return standing.toSorted(
    (a, b) =>
      Number(isSpent(a, places)) - Number(isSpent(b, places)) ||
      sinceOf(b) - sinceOf(a) ||
      b.amountCents - a.amountCents ||
      (a.productId ?? Infinity) - (b.productId ?? Infinity) ||
      (a.id < b.id ? -1 : 1),
  );
}

/** Whether it stands with a product, of `places`, whose testing has begun. */
export function isSpent({ productId }: Holding, places: Places): boolean {
  return places.get(productId ?? 0)?.testingBegunAt != null;
}

/** From when its days count, in ms. */
function sinceOf({ renewedAt, paidAt }: Holding): number {
  return (renewedAt ?? paidAt)?.getTime() ?? 0;
}
