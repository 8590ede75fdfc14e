import { and, eq, inArray } from 'drizzle-orm';
import { now } from '#app/platform/clock.server.ts';
import type { Tx } from '#app/database/db.server.ts';
import { refundRequests } from '#db/schema.ts';

/**
 * What was asked for happens, whatever caused it: the open requests for contributions whose money
 * goes back are granted. Called wherever that is written: by `oweRefund`, for a refund made at
 * Stripe itself, and for a payment that the bank has taken back. The ledger's check finds any that
 * is left open.
 */
export async function closeRefundRequests(tx: Tx, contributionIds: string[]): Promise<void> {
  if (contributionIds.length === 0) return;
  await tx
    .update(refundRequests)
    .set({ status: 'granted', decidedAt: now() })
    .where(
      and(
        inArray(refundRequests.contributionId, contributionIds),
        eq(refundRequests.status, 'open'),
      ),
    );
}
