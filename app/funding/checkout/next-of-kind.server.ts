import { sql } from 'drizzle-orm';
import { closestToFund, type Closest } from '#app/catalogue/closest-to-fund.server.ts';
import { kindOf, type Kind } from '#app/catalogue/kinds.ts';
import { findOrderBySession, linesOf } from '#app/funding/store.server.ts';
import { db } from '#app/database/db.server.ts';

/** One more product, and what it is: `Yogurt`; undefined where it is none like what was paid for. */
export interface NextOfKind extends Closest {
  kind: Kind['name'] | undefined;
}

/**
 * What lacks the least of the kinds of what a checkout session is for, and is not in it; where nothing
 * is, as after a donation, of all. Null where nothing can be funded. No amount is chosen by it.
 */
export async function nextOfKind(sessionId: string): Promise<NextOfKind | null> {
  const order = /^\w{1,255}$/.test(sessionId) ? await findOrderBySession(sessionId) : undefined;
  const ids = order ? (await linesOf(db(), order.id)).map(({ productId }) => productId) : [];
  const alike = ids.flatMap((id) => kindOf(id)?.products ?? []);
  const isOther = sql`id <> all(${sql.param(ids)}::int[])`;
  const isAlike = sql`id = any(${sql.param(alike)}::int[])`;
  const [one] = alike.length > 0 ? await closestToFund(1, sql`${isAlike} and ${isOther}`) : [];
  if (one) return { ...one, kind: kindOf(one.id)?.name };
  const [closest] = order ? await closestToFund(1, isOther) : [];
  return closest ? { ...closest, kind: undefined } : null;
}
