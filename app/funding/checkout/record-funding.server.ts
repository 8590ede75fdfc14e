import { createHash } from 'node:crypto';
import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import {
  changeFundings,
  lockProducts,
  type FundingChange,
  type LockedProduct,
} from '#app/catalogue/funding-columns.server.ts';
import { isReserving, type Order } from '#app/funding/order.ts';
import type { PaidOrder } from '#app/funding/order-kinds.server.ts';
import { oweRefund } from '#app/funding/refunds/refund.server.ts';
import { countIn, openNeedOf } from '#app/funding/product-funding.server.ts';
import { withdrawNotices } from '#app/funding/refund-due.server.ts';
import { tellAudience } from '#app/funding/tell-audience.server.ts';
import { present } from '#app/kit/assert.ts';
import { normaliseEmail } from '#app/kit/text.ts';
import { productAccount, type Account } from '#app/ledger/accounts.ts';
import type { Posting } from '#app/ledger/post.server.ts';
import type { Tx } from '#app/database/db.server.ts';
import { queueMails } from '#app/mail/mail-queue.server.ts';
import { contributions } from '#db/schema.ts';

/** What is written of some payments, gathered before any of it is. */
interface Gathered {
  contributions: (typeof contributions.$inferInsert)[];
  /** By product. */
  changes: Map<number, FundingChange>;
  /** Products that have their goal by these payments, with the order that brought it. */
  filled: Map<number, Order>;
  postings: Posting[];
}

/**
 * Turns paid orders into contributions, ledger entries, raised amounts, levels, statuses and queued
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
    contributions: [],
    changes: new Map(),
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
  const entries: [Account, number][] = [['stripe', -order.amountCents]];
  const shared = {
    orderId: order.id,
    email: payment.email,
    emailNormalised: normaliseEmail(payment.email),
    stripePaymentId: payment.paymentIntentId,
    createdAt: order.createdAt,
    paidAt: payment.paidAt,
    isExcess: false,
  };
  let excessCents = 0;
  let restCents = order.amountCents;
  for (const line of lines) {
    const product = present(products.get(line.productId), `product ${line.productId}`);
    // A product that its own payment lists could not be reserved before.
    const isReserved = order.kind === 'funding' && isReserving(order);
    const reservedCents = isReserved ? line.amountCents : 0;
    const accepted = Math.min(line.amountCents, openNeedOf(product, reservedCents));
    const excess = line.amountCents - accepted;
    const change = gathered.changes.get(product.id) ?? { raisedCents: 0, reservedCents: 0 };
    gathered.changes.set(product.id, change);
    change.raisedCents = (change.raisedCents ?? 0) + accepted;
    change.reservedCents = (change.reservedCents ?? 0) - reservedCents;
    if (countIn(product, { amountCents: accepted, reservedCents })) {
      change.testingStatus = 'Testing in Progress';
      gathered.filled.set(product.id, order);
    }
    const own = { ...shared, productId: product.id };
    if (accepted > 0) {
      const id = shareId(order.id, product.id, 'taken');
      gathered.contributions.push({ ...own, id, amountCents: accepted, status: 'paid' });
    }
    if (excess > 0) {
      const id = shareId(order.id, product.id, 'excess');
      const status = 'refund_pending';
      gathered.contributions.push({ ...own, id, amountCents: excess, status, isExcess: true });
    }
    entries.push([productAccount(product.id), accepted]);
    excessCents += excess;
    restCents -= line.amountCents;
  }
  if (restCents > 0) {
    gathered.contributions.push({ ...shared, amountCents: restCents, status: 'paid' });
  }
  entries.push(['refunds', excessCents], ['donations', restCents]);
  const reason = lines.length > 0 ? 'checkout paid' : 'donation paid';
  gathered.postings.push({ reason, source: payment.source, entries });
}

/**
 * The id of a share follows from what it is of: where the order is lost and adopted, the share has its
 * id again, by which Stripe knows its refund.
 */
function shareId(orderId: string, productId: number, part: 'taken' | 'excess'): string {
  const hash = createHash('sha256').update(`${orderId} ${productId} ${part}`).digest('hex');
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
}

async function write(tx: Tx, gathered: Gathered): Promise<void> {
  // Whether a giver has no other paid money on the product, as the statement finds it: a contributor
  // counts once. The products are locked, so nobody adds any meanwhile.
  const isFirst = sql<boolean>`not exists (
    select from contributions other where other.product_id = contributions.product_id
      and other.email_normalised = contributions.email_normalised
      and other.status = 'paid' and not other.is_excess
  )`;
  const written = await tx
    .insert(contributions)
    .values(gathered.contributions)
    .returning({ ...getTableColumns(contributions), isFirst });
  const givers = Map.groupBy(
    written.filter((row) => row.isFirst && !row.isExcess),
    ({ productId }) => productId,
  );
  for (const [productId, change] of gathered.changes) {
    const rows = givers.get(productId) ?? [];
    change.contributors = new Set(rows.map((row) => row.emailNormalised)).size;
  }
  await changeFundings(tx, gathered.changes);
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
