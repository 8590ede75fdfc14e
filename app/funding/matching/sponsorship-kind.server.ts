import { payPath } from './match-key.server.ts';
import { fundingKind } from '#app/funding/checkout/funding-kind.server.ts';
import type { OrderKind } from '#app/funding/order-kinds.server.ts';
import { linesOf } from '#app/funding/store.server.ts';
import { db } from '#app/platform/database/db.server.ts';

/**
 * A sponsor pays for a match: one line, for its place among the products. Two browsers may pay at once,
 * and bring more than its sum: that is the sponsor's own money, and stands at the match as well.
 */
export const sponsorshipKind: OrderKind = {
  isGrouped: true,
  async cancelPath(orderId) {
    const [line] = await linesOf(db(), orderId);
    return line ? payPath(line.productId) : '/';
  },
  terms: fundingKind.terms,
  record: fundingKind.record,
  ...(fundingKind.rebuild ? { rebuild: fundingKind.rebuild } : {}),
};
