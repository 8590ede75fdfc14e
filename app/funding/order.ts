import type { orderLines, orders } from '#db/schema.ts';

export type Order = typeof orders.$inferSelect;
export type OrderLine = typeof orderLines.$inferSelect;

/** What a card payment in U.S. dollars is at least, at Stripe. */
export const LEAST_PAYMENT_CENTS = 50;

/** Seconds after which an unfinished checkout expires: Stripe takes no less than half an hour. */
export const CHECKOUT_SECONDS = 1_860;

/** Whether an order names no product before it is paid. */
export function isDonation({ kind }: Pick<Order, 'kind'>): boolean {
  return kind === 'donation' || isMonthly(kind);
}

/** Whether an order is a payment of a monthly donation; what it funds is chosen once it is paid. */
export function isMonthly(kind: string): boolean {
  return kind === 'subscription' || kind === 'renewal';
}

/** The states in which an order's lines are reserved. */
export function isReserving(order: Pick<Order, 'status'>): boolean {
  return order.status === 'open' || order.status === 'awaiting';
}
