import { matchedOf, type Matched } from './read-matches.server.ts';
import type { contributions } from '#db/schema.ts';

type Share = Pick<
  typeof contributions.$inferSelect,
  'orderId' | 'productId' | 'mergedFrom' | 'movedAt' | 'isExcess'
>;

/** What matches promise or have added to the shares of some orders, by share; none of what went elsewhere. */
export async function matchedShares(
  orderIds: string[],
): Promise<(share: Share) => Matched | undefined> {
  const key = (orderId: string, productId: number | null) => `${orderId} ${productId}`;
  const all = orderIds.length > 0 ? await matchedOf([...new Set(orderIds)]) : [];
  const byLine = new Map(all.map((one) => [key(one.orderId, one.productId), one]));
  return ({ orderId, productId, mergedFrom, movedAt, isExcess }) =>
    isExcess || movedAt ? undefined : byLine.get(key(orderId, mergedFrom ?? productId));
}
