import { eq, sql } from 'drizzle-orm';
import { closestToFund, type Closest } from '#app/catalogue/closest-to-fund.server.ts';
import { lockProducts, type LockedProduct } from '#app/catalogue/funding-columns.server.ts';
import { groupPurposes, panelPurposes, type GiftPurpose } from '#app/funding/gift-purpose.ts';
import type { Order } from '#app/funding/order.ts';
import type { PaidOrder, Payment } from '#app/funding/order-kinds.server.ts';
import { lockOrder } from '#app/funding/store.server.ts';
import { adoptEarlyEvents } from '#app/funding/unmatched/adopt-early-events.server.ts';
import { present } from '#app/kit/assert.ts';
import { takenCents } from '#app/kit/money.ts';
import { isErased } from '#app/kit/text.ts';
import { inTransaction, type Tx } from '#app/database/db.server.ts';
import { inSavepoint } from '#app/database/in-savepoint.server.ts';
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
  const lines = await writeOrderLines(tx, order.id, plan);
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

/** A part of a gift, in cents, for a product, which is locked. */
interface GiftPart {
  product: LockedProduct;
  cents: number;
}

/** The least that a part is, in cents, where it completes nothing. */
const LEAST_CENTS = 100;
/** Rounds after which a choice that others keep changing is left to the next try. */
const ROUNDS = 10;

/**
 * What a gift funds by its purpose, in the order in which it does, its products locked until the
 * transaction ends; none where nothing takes it. What no part names fits nowhere. The caller holds the
 * payment, and no product.
 */
async function planGift(tx: Tx, purpose: GiftPurpose, cents: number): Promise<GiftPart[]> {
  if (purpose === 'project') return [];
  const group = groupPurposes.get(purpose);
  const among = group
    ? sql`category = any(${sql.param([...group.categories])}::text[])`
    : sql`true`;
  // As many as can have a part: what lacks a cent is completed by one.
  const closest = (within: Tx) =>
    closestToFund(cents, among, within, panelPurposes.get(purpose)?.key);
  for (let round = 0; round < ROUNDS; round += 1) {
    const wanted = spread(await closest(tx), cents);
    const plan = await inSavepoint(tx, async (within) => {
      // In one go, as everything locks products; let go again where others were faster.
      const locked = await lockProducts(within, [...wanted.keys()]);
      const parts = [...spread(await closest(within), cents)].map(([id, part]) => {
        return { product: locked.get(id), cents: part };
      });
      return parts.every((part): part is GiftPart => part.product !== undefined)
        ? parts
        : undefined;
    });
    if (plan) return plan;
  }
  throw new Error('What is closest to its goal kept changing: the payment is recorded later.');
}

/**
 * Cents by product of a gift for what is closest, which comes in that order: what it completes is
 * completed, and the next gets the rest.
 */
export function spread(closest: readonly Closest[], cents: number): Map<number, number> {
  const parts = new Map<number, number>();
  let leftCents = cents;
  for (const { id, missingCents } of closest) {
    const part = takenCents(leftCents, missingCents);
    if (part < Math.min(LEAST_CENTS, missingCents)) continue;
    parts.set(id, part);
    leftCents -= part;
  }
  return parts;
}
