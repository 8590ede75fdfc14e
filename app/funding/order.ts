import type { orderLines, orders } from '#db/schema.ts';

export type Order = typeof orders.$inferSelect;
export type OrderLine = typeof orderLines.$inferSelect;

/** The states in which an order's lines are reserved. */
export function isReserving(order: Pick<Order, 'status'>): boolean {
  return order.status === 'open' || order.status === 'awaiting';
}
