import { sql } from 'drizzle-orm';
import { closestToFund, likenessOf, type Closest } from '#app/catalogue/closest-to-fund.server.ts';
import { kindOf, type Kind } from '#app/catalogue/kinds.ts';
import { isRecorded } from './record-payment.server.ts';
import { findOrderBySession, linesOf } from '#app/funding/store.server.ts';
import { db } from '#app/database/db.server.ts';

/** One more product, and what it is: `Yogurt`; undefined where it is none like what was paid for. */
export interface NextOfKind extends Closest {
  kind: Kind['name'] | undefined;
}

/**
 * What lacks the least of the kinds of what a checkout session is for, to be tested for the same, and is not
 * in it; where nothing is, as after a donation, of all, and last the plastics test of the same item. Null
 * where nothing can be funded, and before the payment is recorded: only then is it known what a gift for
 * what is closest is for. No amount is chosen by it.
 */
export async function nextOfKind(sessionId: string): Promise<NextOfKind | null> {
  const order = /^\w{1,255}$/.test(sessionId) ? await findOrderBySession(sessionId) : undefined;
  if (order && !isRecorded(order)) return null;
  const ids = order ? (await linesOf(db(), order.id)).map(({ productId }) => productId) : [];
  const { items, panel } = await likenessOf(ids);
  const alike = items.flatMap((item) => kindOf(item)?.products ?? []);
  const isOther = sql`id <> all(${sql.param(ids)}::int[])`;
  const among = (some: number[]) =>
    sql`coalesce(item_of, id) = any(${sql.param(some)}::int[]) and ${isOther}`;
  const [one] = alike.length > 0 ? await closestToFund(1, among(alike), db(), panel) : [];
  if (one) {
    const [item = one.id] = (await likenessOf([one.id])).items;
    return { ...one, kind: kindOf(item)?.name };
  }
  const [closest] = order ? await closestToFund(1, isOther, db(), panel) : [];
  const [last] = closest ? [closest] : await closestToFund(1, among(items));
  return last ? { ...last, kind: undefined } : null;
}
