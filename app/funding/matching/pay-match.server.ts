import { and, eq, inArray, sql } from 'drizzle-orm';
import * as messages from './match-messages.ts';
import { isMatchKey } from './match-key.server.ts';
import { findMatch, type Match } from './read-matches.server.ts';
import { checkoutLimit, openCheckout } from '#app/funding/checkout/check-out.server.ts';
import { LEAST_PAYMENT_CENTS } from '#app/funding/order.ts';
import { isMatch } from '#app/catalogue/pool.ts';
import { refuse, type Visitor } from '#app/platform/http/call.ts';
import { now } from '#app/platform/clock.server.ts';
import { db } from '#app/platform/database/db.server.ts';
import { orderLines, orders } from '#db/schema.ts';

/** The match whose key somebody has; undefined for any other. */
export async function matchOfKey(id: number, key: string): Promise<Match | undefined> {
  return isMatch(id) && isMatchKey(id, key) ? findMatch(id) : undefined;
}

/** Cents that have been paid in for a match, whatever became of them. */
export async function paidInCents(matchId: number): Promise<number> {
  return (await paidInByMatch()).get(matchId) ?? 0;
}

/** The same of every match that anything was paid in for. */
export async function paidInByMatch(): Promise<Map<number, number>> {
  const { productId, amountCents, orderId } = orderLines;
  const rows = await db()
    .select({ id: productId, cents: sql<number>`sum(${amountCents})::float8` })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderId))
    .where(and(eq(orders.status, 'paid'), inArray(orders.kind, ['sponsorship', 'outside'])))
    .groupBy(productId);
  return new Map(rows.map(({ id, cents }) => [id, cents]));
}

/** Why nothing can be paid for a match any more, in a sentence; undefined where it can. */
export function whyNotPayable(
  { closedAt, endsAt, sumCents }: Pick<Match, 'closedAt' | 'endsAt' | 'sumCents'>,
  paidCents: number,
): string | undefined {
  if (closedAt) return messages.MATCH_CLOSED;
  if (endsAt <= now()) return messages.MATCH_ENDED;
  const restCents = sumCents - paidCents;
  if (restCents >= LEAST_PAYMENT_CENTS) return undefined;
  return restCents > 0 ? messages.matchPaidBut(restCents) : messages.MATCH_PAID;
}

/**
 * Opens the checkout of what a sponsor has not paid in yet of their match: `{ sessionId, url }`, or one
 * sentence why not. `origin` is where the payer returns to.
 */
export async function payMatch(id: number, key: string, visitor: Visitor, origin: string) {
  const limited = await checkoutLimit(visitor);
  if (limited) return limited;
  const match = await matchOfKey(id, key);
  if (!match) return refuse(404, messages.NO_SUCH_MATCH);
  const paidCents = await paidInCents(id);
  const why = whyNotPayable(match, paidCents);
  if (why) return refuse(409, why);
  const amountCents = match.sumCents - paidCents;
  const wanted = { kind: 'sponsorship', amountCents, returnUrl: origin };
  return openCheckout(visitor, wanted, (tx, order) =>
    tx.insert(orderLines).values({
      orderId: order.id,
      productId: id,
      productName: match.name,
      brand: '',
      amountCents,
    }),
  );
}
