import type Stripe from 'stripe';
import { centsByProduct, paidLines, sealedOrder } from '#app/funding/checkout-session.server.ts';
import { isOrderKind, orderKind, type PaidLine } from '#app/funding/order-kinds.server.ts';
import { unknownNumbers } from '#app/funding/store.server.ts';
import { paymentOfSession } from '#app/funding/stripe-payment.server.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Tx } from '#app/database/db.server.ts';
import { log } from '#app/platform/log.server.ts';
import { orders } from '#db/schema.ts';
import { recordAlone } from './record-payment.server.ts';

/** Stands for what only the browser that paid could tell again. */
const LOST = 'lost';

/**
 * Writes an order anew that was paid and that this database has lost, because it was set back to a
 * moment before or a failover lost its last commits, from its session, and records its payment, in one
 * transaction (decision 0094). What cannot be written exactly goes under review. Undefined where the
 * session is not of this site. `isLast` once everything older is adopted; until then, throws where a
 * product is missing that may come yet.
 */
export async function adopt(session: Stripe.Checkout.Session, isLast = false) {
  const lost = sealedOrder(session);
  const amountCents = session.amount_total ?? 0;
  if (!lost || !isOrderKind(lost.kind) || amountCents <= 0) return undefined;
  const lines = await paidLines(session);
  if (!isLast && (await unknownNumbers(numbersIn(lines))).length > 0) {
    throw new Error(
      `Order ${lost.id} is lost with a product: openassay reconcile brings them back.`,
    );
  }
  log.warn({ orderId: lost.id, sessionId: session.id }, 'an order that was lost is adopted');
  return recordAlone({
    orderId: lost.id,
    session,
    paid: centsByProduct(lines),
    payment: await paymentOfSession(session),
    async rebuild(tx) {
      if (!(await writeOrder(tx, lost, session))) return undefined;
      return orderKind(lost.kind).rebuild?.(tx, lost.id, { session, lines });
    },
  });
}

/** The products that lines were for, by their codes. */
export function numbersIn(lines: PaidLine[]): number[] {
  return lines.map(({ productId }) => productId).filter(Number.isSafeInteger);
}

/** Whether it was not there; whoever else is writing it is waited for. */
async function writeOrder(
  tx: Tx,
  { id, kind }: { id: string; kind: string },
  session: Stripe.Checkout.Session,
): Promise<boolean> {
  const written = await tx
    .insert(orders)
    .values({
      id,
      kind,
      // Nothing is reserved for it any more: what its products do not need by now goes back.
      status: 'expired',
      amountCents: session.amount_total ?? 0,
      currency: session.currency ?? 'usd',
      sessionId: session.id,
      returnUrl: (session.success_url ?? '').replace(/\/success\?.*$/, ''),
      browserHash: LOST,
      addressHash: LOST,
      expiresAt: new Date(session.expires_at * 1000),
      createdAt: new Date(session.created * 1000),
      adoptedAt: now(),
    })
    .onConflictDoNothing()
    .returning({ id: orders.id });
  return written.length > 0;
}
