import { eq } from 'drizzle-orm';
import type { GiftPurpose } from '#app/funding/gift-purpose.ts';
import type { Order } from '#app/funding/order.ts';
import type { PaidOrder, Payment } from '#app/funding/order-kinds.server.ts';
import { planGift } from '#app/funding/plan-gift.server.ts';
import { postOrderFee } from '#app/funding/post-fee.server.ts';
import { lockOrder } from '#app/funding/store.server.ts';
import { takeUp } from '#app/funding/unmatched/take-up.server.ts';
import { present } from '#app/kit/assert.ts';
import { isErased } from '#app/kit/text.ts';
import { postAll, type Posting } from '#app/ledger/post.server.ts';
import { db, type Tx } from '#app/database/db.server.ts';
import { orderLines, orders } from '#db/schema.ts';
import { recordFunding } from './record-funding.server.ts';

/**
 * Books a payment of a gift that named no product by what it is for: what funds a product is a
 * contribution, and what fits nowhere is a donation. What to post.
 */
export async function recordGift(
  tx: Tx,
  { order, payment }: Omit<PaidOrder, 'lines'>,
  purpose: GiftPurpose,
): Promise<Posting[]> {
  const plan = await planGift(tx, purpose, order.amountCents);
  const lines = plan.map(({ place, cents }) => ({
    orderId: order.id,
    productId: place.id,
    productName: place.name,
    brand: place.brand ?? '',
    isServingUnknown: false,
    amountCents: cents,
  }));
  if (lines.length > 0) await tx.insert(orderLines).values(lines);
  return recordFunding(tx, [{ order, payment, lines }]);
}

/**
 * Books a subscription's later payment as an order of its own, once per invoice, whoever tells of
 * it and however often. `first` is the order that the subscription began with; `purposeOf` says what
 * it is for at this moment.
 */
export async function recordRenewal(
  first: Order,
  payment: Payment,
  amountCents: number,
  purposeOf: (tx: Tx) => Promise<GiftPurpose>,
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
        expiresAt: payment.paidAt,
        createdAt: payment.paidAt,
        paidAt: payment.paidAt,
        closedAt: payment.paidAt,
      })
      .returning();
    const order = present(renewal, 'the renewal');
    const paid = { order, payment: { ...payment, email } };
    await postAll(tx, await recordGift(tx, paid, await purposeOf(tx)));
    if (payment.fee) await postOrderFee(tx, order.id, payment.fee);
  });
}
