import { and, eq, isNotNull, ne, not, sql } from 'drizzle-orm';
import type { Tx } from '#app/platform/database/db.server.ts';
import { contributions } from '#db/schema.ts';

/**
 * The cents that the fees of a product were charged on, whatever became of them since. What went back
 * when another was merged into it left its fees there.
 */
export async function chargedCents(tx: Tx, productId: number): Promise<number> {
  const { amountCents, status, isExcess, mergedFrom } = contributions;
  const cameBack = and(eq(isExcess, true), isNotNull(mergedFrom));
  const [row] = await tx
    .select({ cents: sql<number>`coalesce(sum(${amountCents}), 0)::float8` })
    .from(contributions)
    .where(and(eq(contributions.productId, productId), ne(status, 'pending'), not(cameBack!)));
  return row?.cents ?? 0;
}

/** So much of the fees as of the money, in whole cents; the rest stays where it is. */
export function feeShare(feeCents: number, follows: number, all: number): number {
  return all === 0 ? 0 : Math.round((feeCents * follows) / all);
}
