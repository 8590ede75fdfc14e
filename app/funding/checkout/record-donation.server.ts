import { eq, inArray } from 'drizzle-orm';
import type { Order } from '#app/funding/order.ts';
import type { PaidOrder, Payment } from '#app/funding/order-kinds.server.ts';
import { postOrderFee } from '#app/funding/post-fee.server.ts';
import { lockOrder } from '#app/funding/store.server.ts';
import { takeUp } from '#app/funding/unmatched/take-up.server.ts';
import { present } from '#app/kit/assert.ts';
import { isErased, normaliseEmail } from '#app/kit/text.ts';
import { postAll, type Posting } from '#app/ledger/post.server.ts';
import { db, type Tx } from '#app/platform/database/db.server.ts';
import { queueMails } from '#app/platform/mail/mail-queue.server.ts';
import { contributions, orders } from '#db/schema.ts';

/** Payments that are for no product: all of it goes to the `donations` account. What to post. */
export async function recordDonations(tx: Tx, paid: PaidOrder[]): Promise<Posting[]> {
  const ids = paid.map(({ order }) => order.id);
  await tx.delete(contributions).where(inArray(contributions.orderId, ids));
  await tx.insert(contributions).values(
    paid.map(({ order, payment }) => ({
      orderId: order.id,
      productId: null,
      email: payment.email,
      emailNormalised: normaliseEmail(payment.email),
      amountCents: order.amountCents,
      status: 'paid',
      stripePaymentId: payment.paymentIntentId,
      createdAt: order.createdAt,
      paidAt: payment.paidAt,
    })),
  );
  await queueMails(
    tx,
    paid.map(({ order, payment }) => ({
      name: 'receipt',
      toEmail: payment.email,
      params: { orderId: order.id },
      dedupeKey: `receipt:${order.id}`,
    })),
  );
  return paid.map(({ order, payment }) => ({
    reason: 'donation paid',
    source: payment.source,
    entries: [
      ['stripe', -order.amountCents],
      ['donations', order.amountCents],
    ],
  }));
}

/**
 * Books a subscription's later payment as an order of its own, once per invoice, whoever tells of
 * it and however often. `first` is the order that the subscription began with.
 */
export async function recordRenewal(
  first: Order,
  payment: Payment,
  amountCents: number,
): Promise<void> {
  await db().transaction(async (tx) => {
    const { email: firstEmail } = present(await lockOrder(tx, first.id), 'the first order');
    // Who had their address erased meanwhile does not come back by what Stripe still has.
    const email = firstEmail && isErased(firstEmail) ? firstEmail : payment.email;
    const invoiceId = present(payment.invoiceId, 'the invoice of a renewal');
    const [known] = await tx.select().from(orders).where(eq(orders.invoiceId, invoiceId));
    if (known) return;
    await takeUp(tx, [payment.paymentIntentId]);
    const [renewal] = await tx
      .insert(orders)
      .values({
        kind: 'renewal',
        status: 'paid',
        amountCents,
        paymentIntentId: payment.paymentIntentId,
        customerId: payment.customerId,
        subscriptionId: payment.subscriptionId,
        invoiceId,
        feeTransactionId: payment.fee?.transactionId ?? null,
        email,
        returnUrl: first.returnUrl,
        browserHash: first.browserHash,
        addressHash: first.addressHash,
        networkHash: first.networkHash,
        expiresAt: payment.paidAt,
        createdAt: payment.paidAt,
        paidAt: payment.paidAt,
        closedAt: payment.paidAt,
      })
      .returning();
    const order = present(renewal, 'the renewal');
    const paid = { order, payment: { ...payment, email }, lines: [] };
    await postAll(tx, await recordDonations(tx, [paid]));
    if (payment.fee) await postOrderFee(tx, order.id, payment.fee);
  });
}
