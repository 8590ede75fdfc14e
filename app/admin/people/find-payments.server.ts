import { asc, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { matchPayments, PAYMENTS_SHOWN, RECENT_SHOWN } from './match-payments.server.ts';
import { searchCards, type CardSearch } from './search-cards.server.ts';
import { kindsOf, readSought, takenFor, typedAgain, type Sought } from './sought.ts';
import { paidForOf } from './whose.server.ts';
import { type Actor, administer } from '#app/admin-log/trail.server.ts';
import { recordedFee } from '#app/funding/post-fee.server.ts';
import { wentBackOf } from '#app/funding/unmatched.server.ts';
import { dollarsFromCents } from '#app/kit/money.ts';
import { db, type Tx } from '#app/database/db.server.ts';
import { contributions, orders, products, refundRequests, refunds } from '#db/schema.ts';
import { testNamed } from '#app/catalogue/test-named.server.ts';
import { testName } from '#app/toxicology/panels/panels.ts';

/**
 * Payments by whatever a typed text can mean, the newest first: an address or a part of one, a name on
 * a card or the end of its number, a product, an amount, a day, a number of Stripe's or ours. Looking
 * is written down: by what kind of thing, never which address or name. Undefined where the text means
 * none of these.
 */
export async function searchPayments(by: Actor, typed: string) {
  const meant = readSought(typed);
  if (meant.length === 0) return undefined;
  const cards = await searchCards(meant);
  return administer(by, async (tx, note) => {
    const [sought, ids] = await meantAndFound(tx, meant, cards);
    const payments = await readPayments(tx, ids.slice(0, PAYMENTS_SHOWN));
    await note({
      action: 'search-contributions',
      subject: `payments of ${kindsOf(sought)}`,
      after: { orders: payments.map(({ id }) => id) },
    });
    return {
      typed: typedAgain(typed, sought),
      takenFor: takenFor(sought),
      payments,
      hasMore: ids.length > PAYMENTS_SHOWN,
      cards: cards && { since: cards.since, isBroken: cards.isBroken },
    };
  });
}

/** A whole address that nobody paid under may be the end of one: j@example.org of cj@example.org. */
async function meantAndFound(
  tx: Tx,
  meant: Sought[],
  cards: CardSearch | undefined,
): Promise<[Sought[], string[]]> {
  const ids = await matchPayments(tx, meant, cards);
  const [first] = meant;
  if (ids.length > 0 || first?.by !== 'address') return [meant, ids];
  const part: Sought[] = [{ by: 'part-of-address', part: first.email }];
  const found = await matchPayments(tx, part, cards);
  return found.length > 0 ? [part, found] : [meant, found];
}

/** The latest payments, the newest first. */
export async function recentPayments(): Promise<FoundPayment[]> {
  const rows = await db()
    .select({ id: orders.id })
    .from(orders)
    .where(isNotNull(orders.paidAt))
    .orderBy(desc(orders.paidAt))
    .limit(RECENT_SHOWN);
  const ids = rows.map(({ id }) => id);
  return readPayments(db(), ids);
}

/** Payments in full, the newest first. */
async function readPayments(tx: Tx, ids: string[]) {
  if (ids.length === 0) return [];
  const found = await tx
    .select({
      order: orders,
      wentBackCents: wentBackOf(sql`orders.payment_intent_id`),
      feeCents: recordedFee(sql`orders.fee_transaction_id`),
    })
    .from(orders)
    .where(inArray(orders.id, ids))
    .orderBy(desc(orders.createdAt));
  const shares = await sharesOf(tx, ids);
  const paidFor = await paidForOf(ids, tx);
  return found.map(({ order, wentBackCents, feeCents }) => ({
    id: order.id,
    kind: order.kind,
    status: order.status,
    email: order.email,
    amount: dollarsFromCents(order.amountCents),
    /** What Stripe keeps of it; null where that is not known. */
    fee: feeCents === null ? null : dollarsFromCents(feeCents),
    sessionId: order.sessionId,
    paymentId: order.paymentIntentId,
    invoiceId: order.invoiceId,
    placedAt: order.createdAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
    note: order.note,
    /** At Stripe itself, and of no share. */
    wentBack: dollarsFromCents(wentBackCents),
    products: paidFor(order.id),
    shares: shares.filter(({ orderId }) => orderId === order.id),
  }));
}

/** What each payment gave to what, and what becomes of it. */
async function sharesOf(tx: Tx, orderIds: string[]) {
  const paidFor = alias(products, 'paid_for');
  const rows = await tx
    .select({
      share: contributions,
      product: products,
      refund: refunds,
      paidFor: testNamed('paid_for'),
      isAskedBack: sql<boolean>`exists (select from ${refundRequests} q
        where q.contribution_id = ${contributions.id} and q.status = 'open')`,
    })
    .from(contributions)
    .leftJoin(products, eq(products.id, contributions.productId))
    .leftJoin(paidFor, eq(paidFor.id, contributions.paidForProductId))
    .leftJoin(refunds, eq(refunds.id, contributions.id))
    .where(inArray(contributions.orderId, orderIds))
    .orderBy(asc(contributions.createdAt), asc(contributions.id));
  return rows.map(({ share, product, refund, paidFor: paidForName, isAskedBack }) => ({
    id: share.id,
    orderId: share.orderId,
    amount: dollarsFromCents(share.amountCents),
    status: share.status,
    isExcess: share.isExcess,
    product: product && {
      id: product.id,
      name: testName(product),
      hasTestingBegun: product.testingBegunAt !== null,
    },
    /** What its giver has moved it from. */
    movedFrom: share.movedAt ? paidForName : null,
    refundStatus: refund?.status ?? null,
    isAskedBack,
  }));
}

export type FoundPayment = Awaited<ReturnType<typeof readPayments>>[number];
export type FoundPayments = NonNullable<Awaited<ReturnType<typeof searchPayments>>>;
