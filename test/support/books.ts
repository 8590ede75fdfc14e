import { asc, eq } from 'drizzle-orm';
import { db } from '#app/database/db.server.ts';
import { contributions, ledgerEntries, mails, orders, refunds } from '#db/schema.ts';
import { eventually, productNow } from './story.ts';
import type { Visitor } from './visitor.ts';

/** What a story asks of the books, over and over. */

export async function orderOf(sessionId: string) {
  return (await db().select().from(orders).where(eq(orders.sessionId, sessionId)))[0];
}

/** The order of a session, once it is in this state. */
export async function orderIn(status: string, sessionId: string) {
  if (!sessionId) throw new Error('the checkout was refused: there is no session');
  const order = await eventually(
    () => orderOf(sessionId),
    (found) => found?.status === status,
  );
  if (!order) throw new Error('no order');
  return order;
}

/** Pays and waits until it is recorded; the order. */
export async function pays(visitor: Visitor, ...items: [productId: number, dollars: number][]) {
  return orderIn('paid', await visitor.fund(...items));
}

/** Pays at the hosted page and waits until it is recorded; the order. */
export async function paysAt(visitor: Visitor, sessionId: string, card?: string) {
  await visitor.payOnHostedPage(sessionId, card);
  return orderIn('paid', sessionId);
}

export async function sharesOf(orderId: string) {
  return db()
    .select()
    .from(contributions)
    .where(eq(contributions.orderId, orderId))
    .orderBy(asc(contributions.productId), asc(contributions.isExcess));
}

export async function refundOf(id: string) {
  return (await db().select().from(refunds).where(eq(refunds.id, id)))[0];
}

/** Waits until a refund has succeeded. */
export const refunded = (id: string) =>
  eventually(
    () => refundOf(id),
    (refund) => refund?.status === 'succeeded',
  );

/** Waits until a product has raised so many cents. */
export const raisedIs = (id: number, cents: number) =>
  eventually(
    () => productNow(id),
    ({ raisedCents }) => raisedCents === cents,
  );

/** Signed cents on an account of the ledger. */
export async function balanceOf(account: string): Promise<number> {
  const rows = await db().select().from(ledgerEntries).where(eq(ledgerEntries.account, account));
  return rows.reduce((sum, entry) => sum + entry.amountCents, 0);
}

/** The names of all mails to an address, sorted. */
export async function mailsTo(email: string): Promise<string[]> {
  const rows = await db().select().from(mails).where(eq(mails.toEmail, email));
  return rows.map(({ name }) => name).toSorted();
}
