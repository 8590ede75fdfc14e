import type { orderLines, orders } from '#db/schema.ts';

export type Order = typeof orders.$inferSelect;
export type OrderLine = typeof orderLines.$inferSelect;

/** Whether an order gives to the project itself, and to no product. */
export function isDonation({ kind }: Pick<Order, 'kind'>): boolean {
  return kind === 'donation' || kind === 'subscription' || kind === 'renewal';
}

/** The states in which an order's lines are reserved. */
export function isReserving(order: Pick<Order, 'status'>): boolean {
  return order.status === 'open' || order.status === 'awaiting';
}
