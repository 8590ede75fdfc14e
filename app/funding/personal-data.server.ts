import { and, asc, eq, getTableColumns, inArray, or, sql } from 'drizzle-orm';
import { db, type Tx } from '#app/platform/db.server.ts';
import { contributions, orderLines, orders, refundRequests, refunds } from '#db/schema.ts';

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
  if (ids.length === 0) return { orders: [], contributions: [], refunds: [], refund_requests: [] };
  const shares = await db()
    .select()
    .from(contributions)
    .where(inArray(contributions.orderId, ids))
    .orderBy(asc(contributions.createdAt));
  const lines = await db().select().from(orderLines).where(inArray(orderLines.orderId, ids));
  const requests = await db()
    .select({ request: refundRequests })
    .from(refundRequests)
    .innerJoin(contributions, eq(contributions.id, refundRequests.contributionId))
    .where(inArray(contributions.orderId, ids));
  return {
    orders: own.map((order) => ({
      ...order,
      lines: lines.filter(({ orderId }) => orderId === order.id),
    })),
    contributions: shares,
    refunds: await db().select().from(refunds).where(inArray(refunds.orderId, ids)),
    refund_requests: requests.map(({ request }) => request),
  };
}

/** Whether a payment of this person is under way: what it becomes would be stored anew. */
export async function hasPaymentUnderWay(tx: Tx, emailNormalised: string): Promise<boolean> {
  const [awaiting] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(ordersOf(emailNormalised), inArray(orders.status, ['open', 'awaiting'])))
    .limit(1);
  return awaiting !== undefined;
}

/**
 * Puts `alias` in place of a person in the books: what they gave stays, as money of one giver whom
 * nobody knows. Their own words go, and those said to them. The contributors of a product stay as many as they were.
 */
export async function erasePayments(tx: Tx, emailNormalised: string, alias: string): Promise<void> {
  const own = await tx
    .update(orders)
    .set({ email: alias, browserHash: ERASED_HASH, addressHash: ERASED_HASH })
    .where(ordersOf(emailNormalised))
    .returning({ id: orders.id });
  const ids = own.map(({ id }) => id);
  await tx
    .update(contributions)
    .set({ email: alias, emailNormalised: alias })
    .where(eq(contributions.emailNormalised, emailNormalised));
  if (ids.length === 0) return;
  const shares = tx
    .select({ id: contributions.id })
    .from(contributions)
    .where(inArray(contributions.orderId, ids));
  await tx
    .update(refundRequests)
    .set({ reason: '', note: null })
    .where(inArray(refundRequests.contributionId, shares));
}

/** Orders that were paid under an address. */
function ordersOf(emailNormalised: string) {
  const given = sql`select order_id from ${contributions} where email_normalised = ${emailNormalised}`;
  return or(sql`lower(${orders.email}) = ${emailNormalised}`, sql`${orders.id} in (${given})`);
}
