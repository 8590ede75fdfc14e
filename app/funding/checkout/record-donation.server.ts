import { eq } from 'drizzle-orm';
import type { Order } from '#app/funding/order.ts';
import type { Payment } from '#app/funding/order-kinds.server.ts';
import { postOrderFee } from '#app/funding/post-fee.server.ts';
import { lockOrder } from '#app/funding/store.server.ts';
import { takeUp } from '#app/funding/unmatched/take-up.server.ts';
import { present } from '#app/kit/assert.ts';
import { isErased, normaliseEmail } from '#app/kit/text.ts';
import { post } from '#app/ledger/post.server.ts';
import { db, type Tx } from '#app/platform/database/db.server.ts';
import { queueMails } from '#app/platform/mail/mail-queue.server.ts';
import { contributions, orders } from '#db/schema.ts';

/** Books a payment that is for no product: all of it goes to the `donations` account. */
export async function recordDonation(tx: Tx, order: Order, payment: Payment): Promise<void> {
  await tx.delete(contributions).where(eq(contributions.orderId, order.id));
  await tx.insert(contributions).values({
    orderId: order.id,
    productId: null,
    email: payment.email,
    emailNormalised: normaliseEmail(payment.email),
    amountCents: order.amountCents,
    status: 'paid',
    stripePaymentId: payment.paymentIntentId,
    createdAt: order.createdAt,
    paidAt: payment.paidAt,
  });
  await post(tx, {
    reason: 'donation paid',
    source: payment.source,
    entries: [
      ['stripe', -order.amountCents],
      ['donations', order.amountCents],
    ],
  });
  await queueMails(tx, [
    {
      name: 'receipt',
      toEmail: payment.email,
      params: { orderId: order.id },
      dedupeKey: `receipt:${order.id}`,
    },
  ]);
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
    await takeUp(tx, payment.paymentIntentId);
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
    await recordDonation(tx, order, { ...payment, email });
    if (payment.fee) await postOrderFee(tx, order.id, payment.fee);
  });
}
