import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { searchText } from '#app/catalogue/product-keys.ts';
import { db } from '#app/database/db.server.ts';
import { orderLines, orders, products } from '#db/schema.ts';

/** An order whose payment is about to be recorded, and what Stripe says of that payment. */
export interface UnpaidOrder {
  id: string;
  productId: number;
  amountCents: number;
  feeCents: number;
  sessionId: string;
  paymentIntentId: string;
  feeTransactionId: string;
  email: string;
  paidAt: Date;
}

const AMOUNT_CENTS = 500;
const FEE_CENTS = 45;
const TARGET_CENTS = 2_000_000_000;

/** New open orders of five dollars each, spread over so many new products, with all reserved. */
export async function makeUnpaidOrders(many: number, products: number): Promise<UnpaidOrder[]> {
  const productIds = await makeProducts(products, Math.ceil(many / products) * AMOUNT_CENTS);
  const made = Array.from({ length: many }, (_, at): UnpaidOrder => {
    const id = randomUUID();
    return {
      id,
      productId: productIds[at % productIds.length]!,
      amountCents: AMOUNT_CENTS,
      feeCents: FEE_CENTS,
      sessionId: `cs_${id}`,
      paymentIntentId: `pi_${id}`,
      feeTransactionId: `txn_${id}`,
      email: `${id}@example.org`,
      paidAt: new Date(),
    };
  });
  await db().insert(orders).values(made.map(rowOf));
  await db().insert(orderLines).values(made.map(lineOf));
  await db().execute(sql`vacuum analyze`);
  return made;
}

async function makeProducts(many: number, reservedCents: number): Promise<number[]> {
  const rows = Array.from({ length: many }, (_, at) => {
    const name = `Product ${at}`;
    return { name, targetCents: TARGET_CENTS, reservedCents, searchText: searchText(name, '') };
  });
  const made = await db().insert(products).values(rows).returning({ id: products.id });
  return made.map(({ id }) => id);
}

function rowOf(order: UnpaidOrder): typeof orders.$inferInsert {
  return {
    id: order.id,
    kind: 'funding',
    amountCents: order.amountCents,
    sessionId: order.sessionId,
    returnUrl: 'http://localhost',
    browserHash: order.id,
    addressHash: order.id,
    expiresAt: order.paidAt,
  };
}

function lineOf({ id, productId, amountCents }: UnpaidOrder): typeof orderLines.$inferInsert {
  return { orderId: id, productId, productName: 'Product', brand: 'Brand', amountCents };
}
