import {
  and,
  asc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  or,
  sql,
  lt,
  lte,
  notInArray,
  type SQL,
} from 'drizzle-orm';
import { fulfil } from './fulfil.server.ts';
import { lockProducts, recount } from '#app/catalogue/funding-columns.server.ts';
import type { Order } from '#app/funding/order.ts';
import { db, type Tx } from '#app/database/db.server.ts';
import {
  allocations,
  contributions,
  disputes,
  orderLines,
  orders,
  refundRequests,
  refunds,
  unmatched,
} from '#db/schema.ts';
import { RETENTION } from '#app/kit/retention.ts';
import { daysAgo } from '#app/platform/clock.server.ts';

/** What stands in place of a browser and a network address once they are erased. */
const ERASED_HASH = 'erased';

/** Everything about payments that is stored under an address; hashes apart. */
export async function paymentsUnder(emailNormalised: string) {
  const { browserHash: _, addressHash: __, ...columns } = getTableColumns(orders);
  const own = await db()
    .select(columns)
    .from(orders)
    .where(ordersOf(emailNormalised))
    .orderBy(asc(orders.createdAt));
  const ids = own.map(({ id }) => id);
  const given = inArray(contributions.orderId, ids);
  const lines = await db().select().from(orderLines).where(inArray(orderLines.orderId, ids));
  const requests = await db()
    .select({ request: refundRequests })
    .from(refundRequests)
    .innerJoin(contributions, eq(contributions.id, refundRequests.contributionId))
    .where(given);
  return {
    orders: own.map((order) => ({
      ...order,
      lines: lines.filter(({ orderId }) => orderId === order.id),
    })),
    contributions: await db()
      .select()
      .from(contributions)
      .where(given)
      .orderBy(asc(contributions.createdAt)),
    refunds: await db().select().from(refunds).where(inArray(refunds.orderId, ids)),
    unmatched: await db().select().from(unmatched).where(unmatchedIn(ids)),
    allocations: await db().select().from(allocations).where(allocationsIn(ids)),
    refund_requests: requests.map(({ request }) => request),
    disputes: await db().select().from(disputes).where(inArray(disputes.orderId, ids)),
  };
}

/** The orders that were paid under an address. */
export async function ordersUnder(emailNormalised: string): Promise<Order[]> {
  return db().select().from(orders).where(ordersOf(emailNormalised));
}

/** The same, up to a moment, locked in one order until the transaction ends; their ids. */
export async function lockOrdersUnder(tx: Tx, emailNormalised: string, until?: Date) {
  const own = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(ordersOf(emailNormalised, until))
    .orderBy(asc(orders.id))
    .for('update');
  return own.map(({ id }) => id);
}

/**
 * Asks Stripe about the checkouts that this person's browsers have open: one that has been paid
 * since, and that no webhook has told of yet, is recorded now. Throws where Stripe cannot be asked.
 */
export async function settleOpenCheckouts(emailNormalised: string, browserHash: string) {
  const theirs = sql`select ${orders.browserHash} from ${orders} where ${ordersOf(emailNormalised)}`;
  const isTheirs = sql`(${orders.browserHash} = ${browserHash} or ${orders.browserHash} in (${theirs}))`;
  const open = await db()
    .select({ sessionId: orders.sessionId })
    .from(orders)
    .where(and(eq(orders.status, 'open'), isNotNull(orders.sessionId), isTheirs));
  for (const { sessionId } of open) if (sessionId) await fulfil(sessionId);
}

/** Whether a payment of this person is under way: what it becomes would be stored anew. */
export async function hasPaymentUnderWay(tx: Tx, emailNormalised: string, until?: Date) {
  const isUnderWay = inArray(orders.status, ['open', 'awaiting']);
  return (await tx.$count(orders, and(ordersOf(emailNormalised, until), isUnderWay))) > 0;
}

/**
 * Puts `alias` in place of a person in the books: what they gave stays, as money of one giver whom
 * nobody knows. Their own words go, and those said to them. The contributors of a product stay as
 * many as they were, and are one more where the person has come back to it. `orderIds` are locked.
 */
export async function erasePayments(
  tx: Tx,
  orderIds: string[],
  alias: string,
  hasComeBack: boolean,
): Promise<void> {
  const given = inArray(contributions.orderId, orderIds);
  const hashes = { browserHash: ERASED_HASH, addressHash: ERASED_HASH };
  await tx
    .update(orders)
    .set({ email: alias, ...hashes })
    .where(inArray(orders.id, orderIds));
  await tx.update(contributions).set({ email: alias, emailNormalised: alias }).where(given);
  if (hasComeBack) await recountProductsOf(tx, given);
  const shares = tx.select({ id: contributions.id }).from(contributions).where(given);
  const asked = inArray(refundRequests.contributionId, shares);
  await tx.update(refundRequests).set({ reason: '', note: null }).where(asked);
  await tx.update(refunds).set({ note: null }).where(inArray(refunds.orderId, orderIds));
  await tx.update(unmatched).set({ note: '' }).where(unmatchedIn(orderIds));
  await tx
    .update(allocations)
    .set({
      reference: '',
      reason: '',
      withdrawnReason: sql`case when ${allocations.withdrawnAt} is not null then '' end`,
    })
    .where(allocationsIn(orderIds));
}

/** Somebody counts twice at a product that they gave to before they were erased, and after. */
async function recountProductsOf(tx: Tx, given: SQL): Promise<void> {
  const { productId } = contributions;
  const rows = await tx.selectDistinct({ productId }).from(contributions).where(given);
  const ids = rows.flatMap((row) => row.productId ?? []);
  await lockProducts(tx, ids);
  await recount(tx, new Map(ids.map((id) => [id, 0])));
}

/** What was unmatched of the payments of orders. */
function unmatchedIn(orderIds: string[]) {
  const payments = db().select({ id: orders.paymentIntentId }).from(orders);
  return inArray(unmatched.paymentIntentId, payments.where(inArray(orders.id, orderIds)));
}

/** What it, or a refund of them, was allocated to. */
function allocationsIn(orderIds: string[]) {
  const back = db().select({ id: refunds.id }).from(refunds);
  const own = db().select({ id: unmatched.id }).from(unmatched);
  return or(
    inArray(allocations.refundId, back.where(inArray(refunds.orderId, orderIds))),
    inArray(allocations.unmatchedId, own.where(unmatchedIn(orderIds))),
  );
}

/** Paid under an address: by the order's own, or by a contribution's. */
function ordersOf(emailNormalised: string, until?: Date) {
  const given = sql`select order_id from ${contributions} where email_normalised = ${emailNormalised}`;
  return and(
    or(sql`lower(${orders.email}) = ${emailNormalised}`, sql`${orders.id} in (${given})`),
    until && lte(orders.createdAt, until),
  );
}

/** Stands in its place. */
const FORGOTTEN = 'forgotten';

/** Takes the hash of the address off orders that are old enough, paid or not. */
export async function forgetAddresses(): Promise<void> {
  const { createdAt, addressHash } = orders;
  const isKept = notInArray(addressHash, [FORGOTTEN, ERASED_HASH]);
  const isOld = and(lt(createdAt, daysAgo(RETENTION.addressDays)), isKept);
  await db().update(orders).set({ addressHash: FORGOTTEN }).where(isOld);
}
