import { and, asc, eq, getTableColumns, inArray, isNull, lt, sql } from 'drizzle-orm';
import { lockProducts } from '#app/catalogue/funding-columns.server.ts';
import type { Order, OrderLine } from './order.ts';
import { REFUND_DECISION_DAYS } from '#app/kit/facts.ts';
import { isUuid } from '#app/kit/text.ts';
import { daysAgo } from '#app/platform/clock.server.ts';
import { db, findRow, type Tx } from '#app/database/db.server.ts';
import {
  contributions,
  disputes,
  orderLines,
  orders,
  products,
  refundRequests,
} from '#db/schema.ts';

/** The order of a checkout session, locked until the transaction ends. */
export async function lockOrder(tx: Tx, orderId: string): Promise<Order | undefined> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update');
  return order;
}

/** Orders with their lines, locked by their ids until the transaction ends; unknown ones are left out. */
export async function lockOrdersWithLines(tx: Tx, orderIds: string[]) {
  const rows = await tx
    .select({ order: orders, line: orderLines })
    .from(orders)
    .leftJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(sql`${orders.id} = any(${sql.param(orderIds)}::uuid[])`)
    .orderBy(asc(orders.id), asc(orderLines.productId))
    .for('update', { of: orders });
  const found = new Map<string, { order: Order; lines: OrderLine[] }>();
  for (const { order, line } of rows) {
    const known = found.get(order.id) ?? { order, lines: [] };
    if (line) known.lines.push(line);
    found.set(order.id, known);
  }
  return found;
}

/** The orders whose money the product has, or would have again. */
export async function paymentsOf(tx: Tx, productId: number): Promise<string[]> {
  const { productId: place, status, orderId: id } = contributions;
  const own = and(eq(place, productId), inArray(status, ['paid', 'disputed']));
  const rows = await tx.selectDistinct({ id }).from(contributions).where(own);
  return rows.map(({ id }) => id);
}

/** Locks where the money of a locked order stands, and other products, until the transaction ends. */
export async function lockPlaces(tx: Tx, orderId: string, besides: number[] = []) {
  const { productId } = contributions;
  const own = eq(contributions.orderId, orderId);
  const rows = await tx.selectDistinct({ productId }).from(contributions).where(own);
  return lockProducts(tx, [...rows.flatMap((row) => row.productId ?? []), ...besides]);
}

/**
 * Locks a payment until the transaction ends: its order, and then in one go wherever its money stands
 * and where it is to go. Whatever moves money of a payment begins with it, or, of several payments, locks
 * all their orders and then all products: what is locked one by one is waited for in a circle.
 */
export async function lockPayment(tx: Tx, orderId: string, goesTo: number[] = []) {
  const order = await lockOrder(tx, orderId);
  return { order, places: await lockPlaces(tx, orderId, goesTo) };
}

/** The lines of an order, each with the key of its product. */
export async function linesOf(tx: Tx, orderId: string) {
  return tx
    .select({ ...getTableColumns(orderLines), key: products.key })
    .from(orderLines)
    .innerJoin(products, eq(products.id, orderLines.productId))
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.productId));
}

/** What tells these products from others that might have had their numbers, by their numbers. */
export async function productKeys(tx: Tx, ids: number[]): Promise<Map<number, string>> {
  const { id, key } = products;
  const rows = await tx.select({ id, key }).from(products).where(inArray(id, ids));
  return new Map(rows.map((row) => [row.id, row.key]));
}

/** Those of the numbers that no product has. */
export async function unknownNumbers(ids: number[]): Promise<number[]> {
  const known = await productKeys(db(), ids);
  return ids.filter((id) => !known.has(id));
}

export async function findOrder(orderId: string): Promise<Order | undefined> {
  return isUuid(orderId) ? findRow(orders, eq(orders.id, orderId)) : undefined;
}

export async function findOrderBySession(sessionId: string): Promise<Order | undefined> {
  return (await findOrdersBySessions([sessionId]))[0];
}

/** For each checkout session its order, or undefined where it has none here. */
export async function findOrdersBySessions(sessionIds: string[]): Promise<(Order | undefined)[]> {
  const rows = await db()
    .select()
    .from(orders)
    .where(sql`${orders.sessionId} = any(${sql.param(sessionIds)}::text[])`);
  const bySession = new Map(rows.map((order) => [order.sessionId, order]));
  return sessionIds.map((id) => bySession.get(id));
}

/** The order that a payment at Stripe belongs to; undefined where it is none of ours. */
export async function findOrderByPayment(paymentIntentId: string | null) {
  if (!paymentIntentId) return undefined;
  return findRow(orders, eq(orders.paymentIntentId, paymentIntentId));
}

/** Whether an order's payment is being contested: nothing is refunded meanwhile. */
export async function hasOpenDispute(tx: Tx, orderId: string): Promise<boolean> {
  const open = and(eq(disputes.orderId, orderId), isNull(disputes.closedAt));
  return (await tx.$count(disputes, open)) > 0;
}

/** This browser's orders of a kind whose session is open and has not been paid in any way. */
export async function openOrdersOf(browserHash: string, kind: string): Promise<Order[]> {
  const mine = and(eq(orders.browserHash, browserHash), eq(orders.status, 'open'));
  const such = and(mine, eq(orders.kind, kind));
  return db().select().from(orders).where(such);
}

/**
 * Cents reserved by this browser's own open orders, per product: free again once these end. None where
 * no browser is named.
 */
export async function ownReservations(browserHash?: string): Promise<Map<number, number>> {
  if (!browserHash) return new Map();
  const rows = await db()
    .select({
      productId: orderLines.productId,
      cents: sql<number>`sum(${orderLines.amountCents})::int`,
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(and(eq(orders.browserHash, browserHash), eq(orders.status, 'open')))
    .groupBy(orderLines.productId);
  return new Map(rows.map((row) => [row.productId, row.cents]));
}

/** What validation needs of the named products. */
export async function fundingStates(ids: number[], tx: Tx = db()) {
  if (ids.length === 0) return [];
  return tx.select().from(products).where(inArray(products.id, ids));
}

/**
 * Orders past their session's end that nobody has told us about, the oldest first; the page after
 * `last`, so that orders which cannot be settled never hide the later ones.
 */
export async function overdueOrders(
  status: 'open' | 'awaiting',
  before: Date,
  last?: Order,
  limit = 100,
): Promise<Order[]> {
  const isLater =
    last && sql`(${orders.expiresAt}, ${orders.id}) > (${last.expiresAt}, ${last.id})`;
  return db()
    .select()
    .from(orders)
    .where(and(eq(orders.status, status), lt(orders.expiresAt, before), isLater))
    .orderBy(asc(orders.expiresAt), asc(orders.id))
    .limit(limit);
}

/**
 * Open orders without a session, placed before `before`: the process that was asking for one has died,
 * or Stripe did not answer it. Of any product, or of these.
 */
export async function ordersWithoutSession(before: Date, productIds?: number[]): Promise<Order[]> {
  const lines = db()
    .select({ id: orderLines.orderId })
    .from(orderLines)
    .where(inArray(orderLines.productId, productIds ?? []));
  const isAlone = and(eq(orders.status, 'open'), isNull(orders.sessionId));
  return db()
    .select()
    .from(orders)
    .where(and(isAlone, lt(orders.createdAt, before), productIds && inArray(orders.id, lines)))
    .orderBy(asc(orders.expiresAt), asc(orders.id))
    .limit(100);
}

/** Orders that nobody has paid or given up yet, the oldest first, with what they hold. */
export async function listReservations(limit: number) {
  const { id, kind, amountCents, sessionId, createdAt, expiresAt, status } = orders;
  const held = sql<string | null>`(
    select string_agg(l.product_name, ', ' order by l.product_id) from ${orderLines} l
    where l.order_id = ${id}
  )`;
  const rows = await db()
    .select({ id, kind, amountCents, sessionId, createdAt, expiresAt, products: held })
    .from(orders)
    .where(eq(status, 'open'))
    .orderBy(asc(createdAt), asc(id))
    .limit(limit);
  return { shown: rows, total: await db().$count(orders, eq(status, 'open')) };
}

/**
 * Of a refund request `q` for a contribution `c`: testing of its product waits for it. A share's first
 * does, for as long as it may take to decide it; who asks once more holds up nobody (decision 0020).
 */
export const holdsUpTesting = () => sql`
  q.status = 'open' and q.requested_at > ${daysAgo(REFUND_DECISION_DAYS).toISOString()}::timestamptz
  and not exists (
    select from refund_requests before join contributions of on of.id = before.contribution_id
    where of.share_id = c.share_id and before.requested_at < q.requested_at)`;

/** The requests for refunds that testing of these products waits for, each by its product. */
export async function requestsToDecide(tx: Tx, productIds: number[]): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select c.product_id as id
    from refund_requests q join contributions c on c.id = q.contribution_id
    where c.product_id = any(${sql.param(productIds)}::int[]) and ${holdsUpTesting()}`);
  return rows.map(({ id }) => id);
}

/** Whether its giver's request to have a contribution back waits for a decision. */
export async function hasOpenRequest(tx: Tx, contributionId: string): Promise<boolean> {
  const { contributionId: of, status, id } = refundRequests;
  const open = and(eq(of, contributionId), eq(status, 'open'));
  return (await tx.select({ id }).from(refundRequests).where(open)).length > 0;
}
