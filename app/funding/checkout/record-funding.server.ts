import { createHash, randomUUID } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import {
  lockProducts,
  recount,
  type LockedProduct,
} from '#app/catalogue/funding-columns.server.ts';
import { isReserving, type Order } from '#app/funding/order.ts';
import type { PaidOrder } from '#app/funding/order-kinds.server.ts';
import { oweRefund } from '#app/funding/transfers/refund.server.ts';
import { owed, standingAt, type Destination } from '#app/funding/transfers/transfer.server.ts';
import { countIn, openNeedOf } from '#app/funding/product-funding.server.ts';
import { withdrawNotices } from '#app/funding/transfers/refund-due.server.ts';
import { tellAudience } from '#app/funding/tell-audience.server.ts';
import { present } from '#app/kit/assert.ts';
import { normaliseEmail } from '#app/kit/text.ts';
import type { Entry, Posting } from '#app/ledger/post.server.ts';
import type { Tx } from '#app/database/db.server.ts';
import { queueMails } from '#app/mail/mail-queue.server.ts';
import { contributions, shares } from '#db/schema.ts';

/** What is written of some payments, gathered before any of it is. */
interface Gathered {
  shares: (typeof shares.$inferInsert)[];
  contributions: (typeof contributions.$inferInsert)[];
  /** Cents that were reserved until now, by product. */
  releasedCents: Map<number, number>;
  /** Products that have their goal by these payments, with the order that brought it. */
  filled: Map<number, Order>;
  postings: Posting[];
}

/**
 * Turns paid orders into shares, ledger entries, raised amounts, levels, statuses and queued
 * mails, in one transaction (design "One straight line") that takes each product's lock once. What a
 * product no longer needs, because the reservation had been released before the money came, or those
 * before it in `paid` filled it, is booked to go back; what no line is for is a donation. Resolves to
 * what is to be posted.
 */
export async function recordFunding(tx: Tx, paid: PaidOrder[]): Promise<Posting[]> {
  const lines = paid.flatMap((one) => one.lines);
  const products = await lockProducts(tx, [...new Set(lines.map(({ productId }) => productId))]);
  await forgetAnnounced(tx, paid);
  const gathered: Gathered = {
    shares: [],
    contributions: [],
    releasedCents: new Map(),
    filled: new Map(),
    postings: [],
  };
  for (const one of paid) gather(gathered, one, products);
  await write(tx, gathered);
  await queueMails(
    tx,
    paid.flatMap(({ order, payment }) => mailsOf(order, payment.email, gathered)),
  );
  for (const [productId, { id }] of gathered.filled) {
    await withdrawNotices(tx, productId);
    await tellAudience(tx, productId, 'goal-reached', id);
  }
  return gathered.postings;
}

/** What a delayed payment announced is replaced by what came. */
async function forgetAnnounced(tx: Tx, paid: PaidOrder[]): Promise<void> {
  const awaited = paid.flatMap(({ order }) => (order.status === 'awaiting' ? [order.id] : []));
  if (awaited.length === 0) return;
  await tx
    .delete(contributions)
    .where(and(inArray(contributions.orderId, awaited), eq(contributions.status, 'pending')));
}

/** Adds what one order comes to; what its products take is counted in for the next. */
function gather(
  gathered: Gathered,
  { order, payment, lines }: PaidOrder,
  products: Map<number, LockedProduct>,
): void {
  const entries: Entry[] = [['stripe', -order.amountCents]];
  const shared = {
    orderId: order.id,
    email: payment.email,
    emailNormalised: normaliseEmail(payment.email),
    stripePaymentId: payment.paymentIntentId,
    createdAt: order.createdAt,
    paidAt: payment.paidAt,
    isExcess: false,
  };
  const shareOf = (productId: number | null, amountCents: number) => {
    const share = { id: randomUUID(), orderId: order.id, productId, amountCents };
    gathered.shares.push(share);
    return share.id;
  };
  let restCents = order.amountCents;
  for (const line of lines) {
    const product = present(products.get(line.productId), `product ${line.productId}`);
    const shareId = shareOf(product.id, line.amountCents);
    // A product that its own payment lists could not be reserved before.
    const isReserved = order.kind === 'funding' && isReserving(order);
    const reservedCents = isReserved ? line.amountCents : 0;
    const accepted = Math.min(line.amountCents, openNeedOf(product, reservedCents));
    const excess = line.amountCents - accepted;
    const released = gathered.releasedCents.get(product.id) ?? 0;
    gathered.releasedCents.set(product.id, released + reservedCents);
    if (countIn(product, { amountCents: accepted, reservedCents })) {
      gathered.filled.set(product.id, order);
    }
    const add = (part: 'taken' | 'excess', amountCents: number, to: Destination) => {
      if (amountCents === 0) return;
      const { account: place, status } = to;
      const [id, isExcess] = [contributionId(order.id, product.id, part), part === 'excess'];
      const own = { ...shared, id, shareId, productId: product.id, isExcess };
      gathered.contributions.push({ ...own, place, status, amountCents });
      entries.push([place, amountCents, shareId]);
    };
    add('taken', accepted, standingAt(product.id));
    add('excess', excess, owed('excess'));
    restCents -= line.amountCents;
  }
  if (restCents > 0) {
    const { account: place, status } = standingAt(null);
    const shareId = shareOf(null, restCents);
    gathered.contributions.push({ ...shared, shareId, place, status, amountCents: restCents });
    entries.push([place, restCents, shareId]);
  }
  const reason = lines.length > 0 ? 'checkout paid' : 'donation paid';
  gathered.postings.push({ reason, source: payment.source, entries });
}

/**
 * The id of a contribution follows from what it is of: where the order is lost and adopted, it has its
 * id again, by which Stripe knows its refund.
 */
function contributionId(orderId: string, productId: number, part: 'taken' | 'excess'): string {
  const hash = createHash('sha256').update(`${orderId} ${productId} ${part}`).digest('hex');
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
}

async function write(tx: Tx, gathered: Gathered): Promise<void> {
  const lines = tx.$with('lines').as(tx.insert(shares).values(gathered.shares).returning());
  const written = await tx
    .with(lines)
    .insert(contributions)
    .values(gathered.contributions)
    .returning();
  await recount(tx, gathered.releasedCents);
  for (const row of written) if (row.isExcess) await oweRefund(tx, row, { reason: 'excess' });
}

function mailsOf(order: Order, toEmail: string, gathered: Gathered) {
  const hasExcess = gathered.contributions.some((row) => row.orderId === order.id && row.isExcess);
  return (hasExcess ? ['receipt', 'excess'] : ['receipt']).map((name) => ({
    name,
    toEmail,
    params: { orderId: order.id },
    dedupeKey: `${name}:${order.id}`,
  }));
}
