import { and, isNull, sql } from 'drizzle-orm';
import { tellGivers } from '#app/funding/refunds/refund-unfunded.server.ts';
import { isAged, lacksItsGoal } from '#app/funding/transfers/refund-due.server.ts';
import { MOVE_ASK_DAYS, REFUND_DAYS, REFUND_WARNING_DAYS } from '#app/kit/facts.ts';
import { contributions, disputes, products } from '#db/schema.ts';

/** Of `contributions` and their `products`: to go back by age in 35 days, and nobody was asked yet. */
const toBeAsked = () =>
  and(
    isAged(REFUND_DAYS - MOVE_ASK_DAYS),
    isNull(contributions.moveAskedAt),
    // Later than that, the notice of the refund says the same (`refund-upcoming`).
    sql`${isAged(REFUND_DAYS - REFUND_WARNING_DAYS)} is not true`,
    isNull(contributions.refundToldAt),
    isNull(products.removedAt),
    lacksItsGoal,
    sql`not exists (select from ${disputes} d
      where d.order_id = ${contributions.orderId} and d.closed_at is null)`,
  );

/**
 * Asks the givers of what would go back by age in 35 days where else it should go (decision 0103); who
 * does not answer has it back, as if not asked. Returns how many were asked; safe to run twice at once.
 */
export async function askToMove(): Promise<number> {
  return tellGivers('move-offer', 'renewedAt', toBeAsked);
}
