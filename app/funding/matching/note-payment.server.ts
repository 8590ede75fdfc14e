import { and, eq } from 'drizzle-orm';
import { findMatch } from './read-matches.server.ts';
import { lockProducts } from '#app/catalogue/funding-columns.server.ts';
import { joinProduct } from '#app/funding/product-funding.server.ts';
import { mailPayer } from '#app/funding/mail-payer.server.ts';
import { present } from '#app/kit/assert.ts';
import { productAccount } from '#app/ledger/accounts.ts';
import { post } from '#app/ledger/post.server.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Tx } from '#app/platform/database/db.server.ts';
import { contributions, orderLines, orders, sponsorPayments } from '#db/schema.ts';

/** A payment of a sponsor that did not come through Stripe, as its receipt has it. */
interface OutsidePayment {
  matchId: number;
  amountCents: number;
  /** As `2026-11-21`. */
  paidOn: string;
  reference: string;
}

type Noted =
  | { ok: true; orderId: string }
  | { ok: false; why: 'unknown' | 'closed' | 'noted_already' };

/**
 * Notes money that came for a match outside Stripe, with its receipt: an order that has no payment there,
 * and whose money stands against the account `outside`. A receipt counts once for a match. The sponsor
 * gets the receipt that every payer gets.
 */
export async function noteSponsorPayment(tx: Tx, paid: OutsidePayment): Promise<Noted> {
  const { matchId, amountCents, paidOn, reference } = paid;
  const match = await findMatch(matchId, tx);
  const place = match && (await lockProducts(tx, [matchId])).get(matchId);
  if (!match || !place) return { ok: false, why: 'unknown' };
  if (place.removedAt || match.endsAt <= now()) return { ok: false, why: 'closed' };
  const same = and(eq(sponsorPayments.matchId, matchId), eq(sponsorPayments.reference, reference));
  const [known] = await tx.select().from(sponsorPayments).where(same);
  if (known) return { ok: false, why: 'noted_already' };
  // Noon, as nobody knows the hour; the day may still have it before it.
  const paidAt = new Date(Math.min(Date.parse(`${paidOn}T12:00:00Z`), now().getTime()));
  const [written] = await tx
    .insert(orders)
    .values({
      kind: 'outside',
      status: 'paid',
      amountCents,
      email: match.sponsorEmail,
      returnUrl: '',
      browserHash: '',
      addressHash: '',
      expiresAt: now(),
      createdAt: now(),
      paidAt,
      closedAt: paidAt,
    })
    .returning();
  const order = present(written, 'the order of a payment');
  const { id: orderId } = order;
  const line = { orderId, productId: matchId, amountCents };
  await tx.insert(orderLines).values({ ...line, productName: match.name, brand: '' });
  await tx.insert(sponsorPayments).values({ orderId, matchId, paidOn, reference });
  const emailNormalised = match.sponsorEmailNormalised;
  await joinProduct(tx, place, { orderId, emailNormalised, amountCents, reservedCents: 0 });
  await tx.insert(contributions).values({
    ...line,
    email: match.sponsorEmail,
    emailNormalised,
    status: 'paid',
    createdAt: now(),
    paidAt,
  });
  await post(tx, {
    reason: 'paid outside Stripe',
    source: `outside:${orderId}`,
    entries: [
      ['outside', -amountCents],
      [productAccount(matchId), amountCents],
    ],
  });
  await mailPayer(tx, order, 'receipt', { orderId }, orderId);
  return { ok: true, orderId };
}
