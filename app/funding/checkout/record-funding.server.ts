import { createHash, randomUUID } from 'node:crypto';
import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import {
  lockProducts,
  recount,
  type LockedProduct,
} from '#app/catalogue/funding-columns.server.ts';
import { isReserving, type Order } from '#app/funding/order.ts';
import type { PaidOrder } from '#app/funding/order-kinds.server.ts';
import { oweRefund } from '#app/funding/transfers/refund.server.ts';
import type { RefundReason } from '#app/funding/transfers/refund-reasons.ts';
import { owed, standingAt, type Destination } from '#app/funding/transfers/transfer.server.ts';
import { bookingOf, type Weight } from '#app/funding/post-fee.server.ts';
import { openNeedOf } from '#app/funding/product-funding.server.ts';
import { withdrawNotices } from '#app/funding/transfers/refund-due.server.ts';
import { tellAudience } from '#app/subscriptions/tell-audience.server.ts';
import { present } from '#app/kit/assert.ts';
import { normaliseEmail } from '#app/kit/text.ts';
import { bookings, postedAmong, type Entry, type Posting } from '#app/ledger/post.server.ts';
import { asTable } from '#app/database/as-table.ts';
import type { Tx } from '#app/database/db.server.ts';
import { queueMails } from '#app/mail/mail-queue.server.ts';
import { contributions, orders, shares } from '#db/schema.ts';

/** What is written of some payments, gathered before any of it is. */
interface Gathered {
  shares: (typeof shares.$inferInsert)[];
  contributions: (typeof contributions.$inferInsert & { id: string })[];
  /** Cents that were reserved until now, by product. */
  releasedCents: Map<number, number>;
  /** The order that brought a product its goal. */
  brought: Map<number, Order>;
  postings: Posting[];
  /** Of gifts and submissions, whose fee may be known before their payment is known to be ours. */
  fees: Posting[];
}

/**
 * Turns paid orders into shares, ledger entries, raised amounts, levels, statuses and queued
 * mails, in one transaction that takes each product's lock once. What a
 * product no longer needs, because the reservation had been released before the money came, contested
 * money came back first, or those before it in `paid` filled it, is booked to go back; what no line is for
 * is a donation.
 */
export async function recordFunding(tx: Tx, paid: PaidOrder[]): Promise<void> {
  const lines = paid.flatMap((one) => one.lines);
  const products = await lockProducts(tx, [...new Set(lines.map(({ productId }) => productId))]);
  await forgetAnnounced(tx, paid);
  const gathered: Gathered = {
    shares: [],
    contributions: [],
    releasedCents: new Map(),
    brought: new Map(),
    postings: [],
    fees: [],
  };
  for (const one of paid) gather(gathered, one, products);
  if (gathered.fees.length > 0) {
    const sources = gathered.fees.map(({ source }) => source);
    const posted = await postedAmong(tx, sources);
    gathered.postings.push(...gathered.fees.filter(({ source }) => !posted.has(source)));
  }
  await write(tx, paid, gathered);
  const filled = await recount(tx, gathered.releasedCents);
  for (const row of gathered.contributions) {
    const product = row.isExcess && products.get(Number(row.productId));
    if (product) await oweRefund(tx, row, { reason: await whyExcess(tx, row.orderId, product) });
  }
  await queueMails(
    tx,
    paid.flatMap(({ order, payment }) => mailsOf(order, payment.email, gathered)),
  );
  for (const productId of filled) {
    await withdrawNotices(tx, productId);
    const order = present(gathered.brought.get(productId), 'the order that filled a product');
    await tellAudience(tx, productId, 'goal-reached', order.id);
  }
}

/** Why a product did not take what was paid for it. It is noted now, as much may become of either later. */
async function whyExcess(tx: Tx, orderId: string, product: LockedProduct): Promise<RefundReason> {
  if (product.removedAt) return 'excess_removed';
  // Contested money came back to the product since the payment began.
  const { rows } = await tx.execute(sql`
    select 1 from orders o, dispute_lines l join contributions c on c.id = l.allocation_id
    where o.id = ${orderId} and c.product_id = ${product.id} and not c.is_excess
      and l.returned_at >= o.created_at limit 1`);
  return rows.length > 0 ? 'excess_won' : 'excess';
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
  const given = lines
    .map(({ productId, amountCents }): Weight => ({ productId, cents: amountCents }))
    .toSorted((a, b) => Number(a.productId) - Number(b.productId));
  let restCents = order.amountCents;
  for (const line of lines) {
    const product = present(products.get(line.productId), `product ${line.productId}`);
    const shareId = shareOf(product.id, line.amountCents);
    // A product that its own payment lists could not be reserved before.
    const isReserved = order.kind === 'funding' && isReserving(order);
    const reservedCents = isReserved ? line.amountCents : 0;
    // Contested money that came back may have taken the place of some: who pays first has the rest.
    const overlooked = isReserved ? product.reservedCents : 0;
    const accepted = Math.min(line.amountCents, openNeedOf(product, overlooked));
    const excess = line.amountCents - accepted;
    const released = gathered.releasedCents.get(product.id) ?? 0;
    gathered.releasedCents.set(product.id, released + reservedCents);
    product.raisedCents += accepted;
    const isFull = product.raisedCents >= product.targetCents;
    if (accepted > 0 && isFull) gathered.brought.set(product.id, order);
    product.reservedCents -= reservedCents;
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
    const own = { ...shared, id: randomUUID(), shareId, productId: null };
    gathered.contributions.push({ ...own, place, status, amountCents: restCents });
    entries.push([place, restCents, shareId]);
    given.push({ productId: null, cents: restCents });
  }
  const reason = lines.length > 0 ? 'checkout paid' : 'donation paid';
  gathered.postings.push({ reason, source: payment.source, entries });
  const fees = order.kind === 'funding' ? gathered.postings : gathered.fees;
  if (payment.fee?.cents) fees.push(bookingOf(payment.fee, given));
}

/**
 * The id of a contribution follows from what it is of: where the order is lost and adopted, it has its
 * id again, by which Stripe knows its refund.
 */
function contributionId(orderId: string, productId: number, part: 'taken' | 'excess'): string {
  const hash = createHash('sha256').update(`${orderId} ${productId} ${part}`).digest('hex');
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
}

/** In one statement, at whose end the database holds them to each other. */
async function write(tx: Tx, paid: PaidOrder[], gathered: Gathered): Promise<void> {
  const bought = asRowsOf(shares, gathered.shares);
  const stands = asRowsOf(contributions, gathered.contributions);
  const payments = paid.map(({ order, payment }) => {
    return { ...payment, id: order.id, feeTransactionId: payment.fee?.transactionId };
  });
  const known = asRowsOf(orders, payments);
  await tx.execute(sql`
    with lines as (
      insert into ${shares} (${bought.columns}) select * from ${bought.rows}
    ), standing as (
      insert into ${contributions} (${stands.columns}) select * from ${stands.rows}
    ), ${bookings(gathered.postings)}
    update ${orders} set status = 'paid', session_id = paid.session_id,
      payment_intent_id = paid.payment_intent_id, customer_id = paid.customer_id,
      subscription_id = paid.subscription_id, invoice_id = paid.invoice_id,
      fee_transaction_id = paid.fee_transaction_id, email = paid.email, paid_at = paid.paid_at,
      closed_at = paid.paid_at
    from ${known.rows} as paid (${known.columns})
    where orders.id = paid.id`);
}

/** Rows of a table as `asTable` has them, and its columns that they have, by their names there. */
function asRowsOf(table: PgTable, rows: readonly Record<string, unknown>[]) {
  const own = Object.entries(getTableColumns(table)).filter(([key]) => key in (rows[0] ?? {}));
  const names = own.map(([, { name }]) => sql.identifier(name));
  const types = Object.fromEntries(own.map(([key, column]) => [key, column.getSQLType()]));
  return { columns: sql.join(names, sql`, `), rows: asTable(rows, types) };
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
