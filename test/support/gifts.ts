import { randomUUID } from 'node:crypto';
import { eq, type SQL } from 'drizzle-orm';
import type { PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { searchText } from '#app/catalogue/product-keys.ts';
import { recordFunding } from '#app/funding/checkout/record-funding.server.ts';
import { recordRenewal } from '#app/funding/checkout/record-gift.server.ts';
import type { GiftPurpose } from '#app/funding/gift-purpose.ts';
import type { Payment } from '#app/funding/order-kinds.server.ts';
import { postFee } from '#app/funding/post-fee.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { db, inTransaction } from '#app/database/db.server.ts';
import { contributions, orderLines, orders, products, subscriptions } from '#db/schema.ts';

/* Gifts on a database alone, by the operations that record them, without a site or a provider. */

let number = 3000;

/** A new product; its number. */
export async function aRow(
  targetCents = 127_500,
  more: Partial<typeof products.$inferInsert> = {},
) {
  const id = (number += 1);
  const name = `Product ${id}`;
  const row = { id, name, searchText: searchText(name, ''), targetCents, ...more };
  await db().insert(products).values(row);
  return row.id;
}

/** Pays for products, by the operation that records payments, and with a fee of 3 cents in the dollar. */
export async function gift(email: string, ...lines: [productId: number, cents: number][]) {
  const amountCents = lines.reduce((sum, [, cents]) => sum + cents, 0);
  const hash = 'x';
  const paymentIntentId = `pi_${randomUUID()}`;
  return inTransaction(async (tx) => {
    const [order] = await tx
      .insert(orders)
      .values({
        kind: 'submission',
        amountCents,
        returnUrl: '',
        browserHash: hash,
        addressHash: hash,
        expiresAt: now(),
      })
      .returning();
    const rows = lines.map(([productId, cents]) => {
      return { orderId: order!.id, productId, productName: '', brand: '', amountCents: cents };
    });
    const written = await tx.insert(orderLines).values(rows).returning();
    const payment = aPayment({ source: `checkout:${order!.id}`, paymentIntentId, email });
    await recordFunding(tx, [{ order: order!, payment, lines: written }]);
    const fee = { transactionId: `txn_${order!.id}`, cents: Math.round(amountCents * 0.03) };
    const over = lines.map(([productId, cents]) => ({ productId, cents }));
    await postFee(tx, fee, over);
    return order!;
  });
}

/** What Stripe says of a payment, recorded now. */
export const aPayment = (more: Pick<Payment, 'source'> & Partial<Payment>): Payment => ({
  sessionId: null,
  paymentIntentId: 'pi_1',
  customerId: null,
  subscriptionId: null,
  invoiceId: null,
  email: 'giver@example.org',
  paidAt: now(),
  fee: undefined,
  ...more,
});

/** A monthly donation that has begun; its first order. */
export async function aMonthlyGift(email = `donor-${randomUUID()}@example.org`) {
  const subscriptionId = `sub_${randomUUID()}`;
  const first = await anOrder({ kind: 'subscription', amountCents: 2_000, email });
  const donor = { customerId: 'cus_1', email, emailNormalised: email };
  await db()
    .insert(subscriptions)
    .values({
      ...donor,
      id: subscriptionId,
      orderId: first.id,
      amountCents: 2_000,
      status: 'active',
    });
  return { first, subscriptionId, email };
}

/** Pays a month of it; its order. */
export async function paysMonth(
  { first, subscriptionId, email }: Awaited<ReturnType<typeof aMonthlyGift>>,
  purpose: GiftPurpose,
  cents: number,
  { invoiceId = `in_${randomUUID()}`, paidAt = now() } = {},
) {
  const payment = aPayment({
    source: `invoice:${invoiceId}`,
    paymentIntentId: `pi_${invoiceId}`,
    customerId: 'cus_1',
    subscriptionId,
    invoiceId,
    email,
    paidAt,
    fee: { transactionId: `txn_${invoiceId}`, cents: 40 },
  });
  await recordRenewal(first, payment, cents, async () => purpose);
  const [order] = await db().select().from(orders).where(eq(orders.invoiceId, invoiceId));
  return order!;
}

export const sharesOf = (orderId: string) =>
  db()
    .select()
    .from(contributions)
    .where(eq(contributions.orderId, orderId))
    .orderBy(contributions.createdAt, contributions.id);

export const rowNow = async (id: number) =>
  (await db().select().from(products).where(eq(products.id, id)))[0]!;

export const changeProduct = (id: number, change: PgUpdateSetSource<typeof products>) =>
  changeRows(products, eq(products.id, id), change);

type Order = typeof orders.$inferInsert;

/** An order alone, as it is stored: of a product that nobody has paid for yet, unless it says otherwise. */
export async function anOrder(more: Partial<Order> & Pick<Order, 'amountCents'>) {
  const usual = { kind: 'funding', returnUrl: '', browserHash: 'x', addressHash: 'x' };
  const row = { ...usual, expiresAt: now(), ...more };
  const [order] = await db().insert(orders).values(row).returning();
  return order!;
}

/** What an order has paid for, all of it unless it says otherwise, for no product until it names one. */
export async function aShareOf(
  { id: orderId, email, amountCents, paidAt }: typeof orders.$inferSelect,
  more: Partial<typeof contributions.$inferInsert> = {},
) {
  const giver = { email: email ?? '', emailNormalised: (email ?? '').toLowerCase() };
  const paid = { amountCents, paidAt: paidAt ?? now(), status: 'paid' };
  const row = { orderId, ...giver, ...paid, ...more };
  const [share] = await db().insert(contributions).values(row).returning();
  return share!;
}

/** The rows of a table of which this is so. */
export const rowsWhere = async <T extends PgTable>(table: T, where: SQL | undefined) =>
  (await db()
    .select()
    .from(table as PgTable)
    .where(where)) as T['$inferSelect'][];

/** Adds rows to a table; the rows as they are stored. */
export async function addRows<T extends PgTable>(
  table: T,
  values: T['$inferInsert'] | readonly T['$inferInsert'][],
) {
  return (await db()
    .insert(table as PgTable)
    .values(values as never)
    .returning()) as T['$inferSelect'][];
}

/** Changes the rows of a table of which this is so. */
export const changeRows = <T extends PgTable>(
  table: T,
  where: SQL | undefined,
  change: PgUpdateSetSource<T>,
) => db().update(table).set(change).where(where);
