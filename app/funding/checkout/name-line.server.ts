import type { Order } from '#app/funding/order.ts';
import type { Tx } from '#app/database/db.server.ts';
import { orderLines } from '#db/schema.ts';

/** Names the one product that an order turned out to be for, once it is paid. */
export async function nameLine(
  tx: Tx,
  order: Order,
  product: { id: number; name: string; brand: string | null },
): Promise<void> {
  await tx.insert(orderLines).values({
    orderId: order.id,
    productId: product.id,
    productName: product.name,
    brand: product.brand ?? '',
    amountCents: order.amountCents,
  });
}
