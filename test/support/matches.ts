import { eq } from 'drizzle-orm';
import { MATCH_FROM } from '#app/catalogue/pool.ts';
import { searchText } from '#app/catalogue/search-text.ts';
import { recordFunding } from '#app/funding/checkout/record-funding.server.ts';
import { reserve } from '#app/funding/checkout/reserve.server.ts';
import { cutShare } from '#app/funding/disputes/cut-share.server.ts';
import { bookingOf } from '#app/funding/matching/promise.server.ts';
import type { Order } from '#app/funding/order.ts';
import { lockOrdersWithLines } from '#app/funding/store.server.ts';
import { normaliseEmail } from '#app/kit/text.ts';
import { postAll } from '#app/ledger/post.server.ts';
import { daysAgo, now } from '#app/platform/clock.server.ts';
import { db } from '#app/platform/database/db.server.ts';
import type { Visitor } from '#app/platform/http/call.ts';
import { contributions, matches, matchPromises, orders, products } from '#db/schema.ts';
import { gift } from './gifts.ts';

let number = MATCH_FROM;
let browsers = 0;

/**
 * A match with money on a database alone: its place, its rule, and what its sponsor has paid in, by the
 * operation that records payments. One to one up to $20 for any product, for 30 days, unless `rule` says
 * otherwise.
 */
export async function aMatch(
  sumCents: number,
  rule: Partial<typeof matches.$inferInsert> = {},
): Promise<{ id: number; sponsorEmail: string; orderId: string }> {
  const { id, sponsorEmail } = await aPlace(sumCents, rule);
  const order = await gift(sponsorEmail, [id, sumCents]);
  return { id, sponsorEmail, orderId: order.id };
}

/** The same without money. */
export async function aPlace(
  sumCents: number,
  rule: Partial<typeof matches.$inferInsert> = {},
): Promise<{ id: number; sponsorEmail: string }> {
  const id = (number += 1);
  const name = `Match ${id}`;
  const sponsorEmail = rule.sponsorEmail ?? `sponsor-${id}@example.org`;
  const place = { id, name, searchText: searchText(name, ''), hiddenAt: now(), levels: 1 };
  // More than is ever given to one, as a pool's: it never has its goal.
  await db()
    .insert(products)
    .values({ ...place, targetCents: 2_000_000_000 });
  await db()
    .insert(matches)
    .values({
      id,
      sponsorEmail,
      sponsorEmailNormalised: normaliseEmail(sponsorEmail),
      kind: 'any',
      of: '',
      sumCents: Math.max(1, sumCents),
      mostCents: 2_000,
      endsAt: daysAgo(-30),
      unusedTo: 'sponsor',
      ...rule,
    });
  return { id, sponsorEmail };
}

/** Begins a checkout of a list in a browser of its own; `matched` are the dollars that its payer was shown. */
export function listed(
  ...lines: [productId: number, cents: number, matched?: number][]
): ReturnType<typeof reserve> {
  return reserve(
    lines.map(([productId, cents, matched]) => {
      return { productId, amount: cents / 100, ...(matched === undefined ? {} : { matched }) };
    }),
    aVisitor(),
    'https://example.org',
  );
}

export function aVisitor(): Visitor {
  const id = `browser ${(browsers += 1)}`;
  return { browserHash: id, addressHash: id, networks: [] };
}

/** The same, where it has to be reserved; the order. */
export async function ordered(...lines: Parameters<typeof listed>): Promise<Order> {
  const reservation = await listed(...lines);
  if (!reservation.reserved) throw new Error('nothing was reserved');
  return reservation.order;
}

/** Pays an order, by the operation that records payments. */
export async function pays(email: string, { id }: Pick<Order, 'id'>): Promise<void> {
  await db().transaction(async (tx) => {
    const locked = (await lockOrdersWithLines(tx, [id])).get(id)!;
    const paymentIntentId = `pi_${id}`;
    const payment = {
      source: `checkout:${id}`,
      sessionId: null,
      paymentIntentId,
      customerId: null,
      subscriptionId: null,
      invoiceId: null,
      email,
      paidAt: now(),
      fee: undefined,
    };
    await postAll(tx, await recordFunding(tx, [{ ...locked, payment }]));
    await tx
      .update(orders)
      .set({ status: 'paid', paymentIntentId, email, paidAt: now() })
      .where(eq(orders.id, id));
  });
}

/** Has a match with money promise something to a line, or, as `spent`, add it, without a checkout or bookings. */
export async function promised(promise: typeof matchPromises.$inferInsert): Promise<void> {
  await db().insert(matchPromises).values(promise);
  if (promise.status !== 'spent') return;
  const { productId, matchId, amountCents } = promise;
  const [share] = await db()
    .select()
    .from(contributions)
    .where(eq(contributions.productId, matchId));
  const spentBy = bookingOf(promise);
  await db().transaction(async (tx) => {
    const id = await cutShare(tx, share!.id, amountCents, spentBy);
    const added = { productId, mergedFrom: matchId, spentBy };
    await tx.update(contributions).set(added).where(eq(contributions.id, id));
  });
}

/** What a match promised to an order, by product. */
export const promisesOf = (orderId: string) =>
  db()
    .select()
    .from(matchPromises)
    .where(eq(matchPromises.orderId, orderId))
    .orderBy(matchPromises.productId);
