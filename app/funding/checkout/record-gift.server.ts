import { eq } from 'drizzle-orm';
import type { GiftPurpose } from '#app/funding/gift-purpose.ts';
import type { Order } from '#app/funding/order.ts';
import type { PaidOrder, Payment } from '#app/funding/order-kinds.server.ts';
import { planGift } from '#app/funding/plan-gift.server.ts';
import { lockOrder } from '#app/funding/store.server.ts';
import { adoptEarlyEvents } from '#app/funding/unmatched/adopt-early-events.server.ts';
import { present } from '#app/kit/assert.ts';
import { isErased } from '#app/kit/text.ts';
import { inTransaction, type Tx } from '#app/database/db.server.ts';
import { orders } from '#db/schema.ts';
import { writeOrderLines } from './place-order.server.ts';
import { recordFunding } from './record-funding.server.ts';

/**
 * Books a payment of a gift that named no product by what it is for: what funds a product is a
 * contribution, and what fits nowhere is a donation.
 */
export async function recordGift(
  tx: Tx,
  { order, payment }: Omit<PaidOrder, 'lines'>,
  purpose: GiftPurpose,
): Promise<void> {
  const plan = await planGift(tx, purpose, order.amountCents);
  const parts = plan.map(({ place, cents }) => ({ product: place, cents }));
  const lines = await writeOrderLines(tx, order.id, parts);
  await recordFunding(tx, [{ order, payment, lines }]);
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
  await inTransaction(async (tx) => {
    const { email: firstEmail } = present(await lockOrder(tx, first.id), 'the first order');
    // Who had their address erased meanwhile does not come back by what Stripe still has.
    const email = firstEmail && isErased(firstEmail) ? firstEmail : payment.email;
    const invoiceId = present(payment.invoiceId, 'the invoice of a renewal');
    const [known] = await tx.select().from(orders).where(eq(orders.invoiceId, invoiceId));
    if (known) return;
    await adoptEarlyEvents(tx, [payment.paymentIntentId]);
    const [renewal] = await tx
      .insert(orders)
      .values({
        kind: 'renewal',
        amountCents,
        returnUrl: first.returnUrl,
        browserHash: first.browserHash,
        addressHash: first.addressHash,
        expiresAt: payment.paidAt,
        createdAt: payment.paidAt,
      })
      .returning();
    const order = present(renewal, 'the renewal');
    const paid = { order, payment: { ...payment, email } };
    await recordGift(tx, paid, await purposeOf(tx));
  });
}
