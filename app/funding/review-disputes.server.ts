import { and, asc, gt, isNull, or } from 'drizzle-orm';
import { LOOKED_AGAIN_DAYS } from '#app/funding/look-again.server.ts';
import { recordDispute } from '#app/funding/record-dispute.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { db } from '#app/platform/db.server.ts';
import { log } from '#app/platform/log.server.ts';
import { disputes } from '#db/schema.ts';

/**
 * Asks after every dispute that is not closed, and for three days after one of a payment that is not
 * known; returns how many there were.
 */
export async function reviewOpenDisputes(
  onProgress: (done: number) => void = () => {},
): Promise<number> {
  const since = new Date(now().getTime() - LOOKED_AGAIN_DAYS * 86_400_000);
  const isUnknown = and(isNull(disputes.orderId), gt(disputes.createdAt, since));
  const open = await db()
    .select({ id: disputes.id })
    .from(disputes)
    .where(or(isNull(disputes.closedAt), isUnknown))
    .orderBy(asc(disputes.createdAt));
  for (const [at, { id }] of open.entries()) {
    try {
      await recordDispute(id);
    } catch (error) {
      log.error({ err: error, dispute: id }, 'a dispute was not looked at; tried again later');
    }
    onProgress(at + 1);
  }
  return open.length;
}
