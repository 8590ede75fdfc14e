import type Stripe from 'stripe';
import { payerEmail } from '#app/funding/checkout-session.server.ts';
import { mailPayer } from '#app/funding/mail-payer.server.ts';
import { orderKind, type PaidOrder, type Payment } from '#app/funding/order-kinds.server.ts';
import type { Order, OrderLine } from '#app/funding/order.ts';
import { postFee } from '#app/funding/post-fee.server.ts';
import { lockOrdersWithLines } from '#app/funding/store.server.ts';
import { adoptEarlyEvents } from '#app/funding/unmatched/adopt-early-events.server.ts';
import { setAside, tellUnmatched } from '#app/funding/unmatched.server.ts';
import { giveBack } from './release.server.ts';
import { present } from '#app/kit/assert.ts';
import { changeRow, inTransaction, type Tx } from '#app/database/db.server.ts';
import { inGroups } from '#app/platform/in-groups.ts';
import { log } from '#app/platform/log.server.ts';
import { orders } from '#db/schema.ts';

/** A payment as Stripe has stated it, beside the order that it says it is of. */
interface Stated {
  orderId: string;
  session: Stripe.Checkout.Session;
  /** Cents by product code. */
  paid: Map<number, number>;
  payment: Payment;
  /** Writes the order anew where this database has lost it; in words, what of it cannot be. */
  rebuild?: (tx: Tx) => Promise<string | undefined>;
}

/** Beside each other: one is written while another waits for the disk or for a product. */
const recordInGroup = inGroups(recordAll, { atOnce: 2, most: 50 });

/** Whether an order's payment is on the books, as ordered or under review. */
export function isRecorded({ status }: Pick<Order, 'status'>): boolean {
  return status === 'paid' || status === 'review';
}

/**
 * Books a payment as Stripe has stated it, once and in one transaction, with others that are ready at
 * the same moment: a product that many fund is locked once for all of them (decision 0088). `paid`
 * is cents by product code; what is not as ordered goes under review. Resolves to where the order
 * stands then.
 */
export async function recordPayment(
  order: Pick<Order, 'id' | 'kind'>,
  session: Stripe.Checkout.Session,
  paid: Map<number, number>,
  payment: Payment,
): Promise<Order['status']> {
  const stated = { orderId: order.id, session, paid, payment };
  return orderKind(order.kind).isGrouped ? recordInGroup(stated) : recordAlone(stated);
}

/**
 * The same of one alone: of an order that is lost here, in the transaction in which `rebuild` writes the
 * order anew; once, whoever else does so meanwhile.
 */
export async function recordAlone(stated: Stated): Promise<Order['status']> {
  return present((await recordAll([stated]))[0], 'the status of an order');
}

/** Where each of these orders then stands. Those that do not fit are recorded after the others, alone. */
async function recordAll(group: Stated[]): Promise<Order['status'][]> {
  const misfits: Stated[] = [];
  const statuses = new Map<string, Order['status']>();
  await inTransaction(async (tx) => {
    // One of a lost order comes alone.
    const lost = await group[0]?.rebuild?.(tx);
    const ids = group.map(({ orderId }) => orderId);
    const locked = await lockOrdersWithLines(tx, ids);
    const fitting: PaidOrder[] = [];
    for (const stated of group) {
      const { order, lines } = present(locked.get(stated.orderId), 'an order that was paid');
      // Told of by the webhook and by the payer's browser, say.
      if (statuses.has(order.id) || isRecorded(order)) {
        if (!statuses.has(order.id)) statuses.set(order.id, order.status);
        continue;
      }
      const mismatch = lost ?? mismatchOf(order, stated, lines);
      statuses.set(order.id, mismatch ? 'review' : 'paid');
      if (!mismatch) fitting.push({ order, lines, payment: stated.payment });
      else if (group.length > 1) misfits.push(stated);
      else await recordForReview(tx, order, stated, mismatch);
    }
    if (fitting.length === 0) return;
    const payments = fitting.map(({ payment }) => payment.paymentIntentId);
    await adoptEarlyEvents(tx, payments);
    for (const [kind, same] of Map.groupBy(fitting, ({ order }) => order.kind))
      await orderKind(kind).record(tx, same);
  });
  for (const misfit of misfits) await recordAll([misfit]);
  return group.map(({ orderId }) => statuses.get(orderId) ?? 'review');
}

/**
 * Money that came but is not what its order asked for: it raises nothing, is unmatched, and waits
 * for an administrator; its payer is told. U.S. dollars only are booked; another currency has no
 * account here and shows in the audit.
 */
async function recordForReview(
  tx: Tx,
  order: Order,
  { payment, session }: Stated,
  mismatch: string,
): Promise<void> {
  await adoptEarlyEvents(tx, [payment.paymentIntentId]);
  log.error({ orderId: order.id, mismatch }, 'a payment does not match its order');
  await giveBack(tx, order);
  const amountCents = session.amount_total ?? 0;
  if (session.currency === 'usd' && amountCents > 0) {
    const { paymentIntentId, paidAt: happenedAt, source } = payment;
    const id = paymentIntentId ?? session.id;
    await setAside(tx, { id, paymentIntentId, amountCents, happenedAt }, source);
    if (payment.fee) await postFee(tx, payment.fee, []);
    await tellUnmatched(tx, id);
    await mailPayer(tx, payment, 'under-review', { orderId: order.id }, order.id);
  }
  await changeRow(tx, orders, order.id, {
    status: 'review',
    note: mismatch,
    sessionId: session.id,
    paymentIntentId: payment.paymentIntentId,
    feeTransactionId: payment.fee?.transactionId ?? null,
    email: payment.email || null,
    paidAt: payment.paidAt,
    closedAt: payment.paidAt,
  });
}

/** In words, how what was paid differs from what was ordered; undefined where it does not. */
function mismatchOf(order: Order, { session, paid }: Stated, lines: OrderLine[]) {
  if (!payerEmail(session)) return 'the session has no email';
  if (session.currency !== order.currency) return `paid in ${session.currency}`;
  if (session.amount_total !== order.amountCents) {
    return `paid ${session.amount_total} cents of ${order.amountCents}`;
  }
  // A checkout that names no products of the catalogue is its total.
  if (lines.length === 0) return undefined;
  const wrong = lines.find((line) => paid.get(line.productId) !== line.amountCents);
  if (wrong) return `paid ${paid.get(wrong.productId) ?? 0} cents for product ${wrong.productId}`;
  if (paid.size !== lines.length) return `paid for ${paid.size} products of ${lines.length}`;
  return undefined;
}
