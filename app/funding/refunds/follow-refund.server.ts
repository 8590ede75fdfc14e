import { eq } from 'drizzle-orm';
import type { Refund } from './refund.ts';
import type { Tx } from '#app/database/db.server.ts';
import { contributions } from '#db/schema.ts';

/** Has the contribution of a refund stand as its refund does; money under review is of none. */
export async function followRefund(
  tx: Tx,
  { contributionId }: Pick<Refund, 'contributionId'>,
  status: string,
): Promise<void> {
  if (!contributionId) return;
  await tx.update(contributions).set({ status }).where(eq(contributions.id, contributionId));
}
