import type { Order } from '#app/funding/order.ts';
import type { Tx } from '#app/platform/db.server.ts';

/** A checkout that Stripe says is paid, as compared with its order. */
export interface Payment {
  sessionId: string;
  paymentIntentId: string | null;
  /** As the payer typed it. */
  email: string;
  paidAt: Date;
}

/** Records a payment in the transaction that locks its order; called once per order. */
export type PaymentHandler = (tx: Tx, order: Order, payment: Payment) => Promise<void>;

const handlers = new Map<string, PaymentHandler>();

/** Names who records the payments of a kind of order; `webhooks.ts` is the only caller. */
export function onPaid(kind: string, handler: PaymentHandler): void {
  handlers.set(kind, handler);
}

export function handlerFor(kind: string): PaymentHandler {
  const handler = handlers.get(kind);
  if (!handler) throw new Error(`No payment handler is registered for orders of kind ${kind}.`);
  return handler;
}
