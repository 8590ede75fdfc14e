import { and, eq } from 'drizzle-orm';
import { lockProducts, type LockedProduct } from '#app/catalogue/funding-columns.server.ts';
import { isReserving, type Order, type OrderLine } from '#app/funding/order.ts';
import type { Payment } from '#app/funding/order-kinds.server.ts';
import { oweRefund } from '#app/funding/refunds/owe-refund.server.ts';
import { joinProduct, openNeedOf } from '#app/funding/product-funding.server.ts';
import { linesOf } from '#app/funding/store.server.ts';
import { tellAudience } from '#app/funding/tell-audience.server.ts';
import { present } from '#app/kit/assert.ts';
import { normaliseEmail } from '#app/kit/text.ts';
import { productAccount, type Account } from '#app/ledger/accounts.ts';
import { post } from '#app/ledger/post.server.ts';
import type { Tx } from '#app/platform/database/db.server.ts';
import { queueMails } from '#app/platform/mail/mail-queue.server.ts';
import { contributions } from '#db/schema.ts';

/**
 * Turns a paid order into contributions, ledger entries, raised amounts, levels, statuses and
 * queued mails, in one transaction (design "One straight line"). What a product no longer needs,
 * because the reservation had been released before the money came, is booked to go back.
 */
export async function recordFunding(
  tx: Tx,
  order: Order,
  payment: Payment,
  known?: OrderLine[],
): Promise<void> {
  const lines = known ?? (await linesOf(tx, order.id));
  const products = await lockProducts(
    tx,
    lines.map((line) => line.productId),
  );
  if (order.status === 'awaiting') {
    await tx
      .delete(contributions)
      .where(and(eq(contributions.orderId, order.id), eq(contributions.status, 'pending')));
  }
  const entries: [Account, number][] = [['stripe', -order.amountCents]];
  let excessCents = 0;
  for (const line of lines) {
    const product = present(products.get(line.productId), `product ${line.productId}`);
    const accepted = await acceptLine(tx, order, line, product, payment);
    entries.push([productAccount(product.id), accepted]);
    excessCents += line.amountCents - accepted;
  }
  entries.push(['refunds', excessCents]);
  await post(tx, { reason: 'checkout paid', source: payment.source, entries });
  const toEmail = payment.email;
  await queueMails(tx, [
    { name: 'receipt', toEmail, params: { orderId: order.id }, dedupeKey: `receipt:${order.id}` },
  ]);
  if (excessCents > 0) {
    await queueMails(tx, [
      { name: 'excess', toEmail, params: { orderId: order.id }, dedupeKey: `excess:${order.id}` },
    ]);
  }
}

/** Books one line and returns the cents that the product took; the rest is owed back. */
async function acceptLine(
  tx: Tx,
  order: Order,
  line: OrderLine,
  product: LockedProduct,
  payment: Payment,
): Promise<number> {
  // A product that its own payment lists could not be reserved before.
  const isReserved = order.kind === 'funding' && isReserving(order);
  const reservedCents = isReserved ? line.amountCents : 0;
  const accepted = Math.min(line.amountCents, openNeedOf(product, reservedCents));
  const excess = line.amountCents - accepted;
  const emailNormalised = normaliseEmail(payment.email);
  const { isNewlyFull } = await joinProduct(tx, product, {
    orderId: order.id,
    emailNormalised,
    amountCents: accepted,
    reservedCents,
  });
  const shared = {
    orderId: order.id,
    productId: product.id,
    email: payment.email,
    emailNormalised,
    stripePaymentId: payment.paymentIntentId,
    createdAt: order.createdAt,
    paidAt: payment.paidAt,
  };
  const rows: (typeof contributions.$inferInsert)[] = [];
  if (accepted > 0) rows.push({ ...shared, amountCents: accepted, status: 'paid' });
  if (excess > 0) {
    rows.push({ ...shared, amountCents: excess, status: 'refund_pending', isExcess: true });
  }
  const written = await tx.insert(contributions).values(rows).returning();
  for (const row of written) if (row.isExcess) await oweRefund(tx, row, { reason: 'excess' });
  if (isNewlyFull) await tellAudience(tx, product.id, 'goal-reached', order.id);
  return accepted;
}
