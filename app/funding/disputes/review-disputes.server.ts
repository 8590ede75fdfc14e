import { asc, isNull } from 'drizzle-orm';
import { recordDispute } from './record-dispute.server.ts';
import { db } from '#app/database/db.server.ts';
import { log } from '#app/platform/log.server.ts';
import { disputes } from '#db/schema.ts';

/** Asks after every dispute that is not closed; returns how many there were. */
export async function reviewOpenDisputes(
  onProgress: (done: number) => void = () => {},
): Promise<number> {
  const open = await db()
    .select({ id: disputes.id })
    .from(disputes)
    .where(isNull(disputes.closedAt))
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
