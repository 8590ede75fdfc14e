import { sql } from 'drizzle-orm';
import { closestToFund, type Closest } from '#app/catalogue/closest-to-fund.server.ts';
import { kindOf, type Kind } from '#app/catalogue/kinds.ts';
import { findOrderBySession, linesOf } from '#app/funding/store.server.ts';
import { db } from '#app/database/db.server.ts';

/** One more product, and what it is: `Yogurt`. */
export interface NextOfKind extends Closest {
  kind: Kind['name'];
}

/**
 * What lacks the least of the kinds of what a checkout session is for, and is not in it; null where
 * nothing is. No amount is chosen by it.
 */
export async function nextOfKind(sessionId: string): Promise<NextOfKind | null> {
  const order = /^\w{1,255}$/.test(sessionId) ? await findOrderBySession(sessionId) : undefined;
  const ids = order ? (await linesOf(db(), order.id)).map(({ productId }) => productId) : [];
  const alike = ids.flatMap((id) => kindOf(id)?.products ?? []);
  if (alike.length === 0) return null;
  const among = sql`id = any(${sql.param(alike)}::int[]) and id <> all(${sql.param(ids)}::int[])`;
  const [closest] = await closestToFund(1, among);
  const kind = closest && kindOf(closest.id);
  return kind ? { ...closest, kind: kind.name } : null;
}
