import { lockProducts } from '#app/catalogue/funding-columns.server.ts';
import { SERVING_UNKNOWN } from '#app/catalogue/product-messages.ts';
import { centsByProduct, lineName } from '#app/funding/checkout-session.server.ts';
import type { LostOrder, OrderKind } from '#app/funding/order-kinds.server.ts';
import type { OrderLine } from '#app/funding/order.ts';
import { writeOrderLines } from './place-order.server.ts';
import { recordFunding } from './record-funding.server.ts';
import { linesOf, productKeys } from '#app/funding/store.server.ts';
import { present } from '#app/kit/assert.ts';
import { db, type Tx } from '#app/database/db.server.ts';

/** The checkout of a funding list: one line item for each product. */
export const fundingKind: OrderKind = {
  cancelPath: '/cart',
  notChargedPath: '/cart?checkout=canceled',
  isGrouped: true,
  async terms(order) {
    const lines = await linesOf(db(), order.id);
    return {
      mode: 'payment',
      lineItems: lines.map(lineItem),
      isByCard: true,
    };
  },
  record: recordFunding,
  rebuild: rebuildLines,
};

/** Lines as they were paid for; none where a product is lost, or has a number that was another's. */
async function rebuildLines(tx: Tx, orderId: string, { session, lines }: LostOrder) {
  const cents = centsByProduct(lines);
  const products = await lockProducts(tx, [...cents.keys()].filter(Number.isSafeInteger));
  const keys = await productKeys(tx, [...products.keys()]);
  for (const { productId, productKey } of lines) {
    if (!products.has(productId)) return `its product ${productId} is lost`;
    if (keys.get(productId) !== productKey) return `product ${productId} was another one`;
  }
  const totalCents = lines.reduce((sum, line) => sum + line.cents, 0);
  if (totalCents !== session.amount_total) return `its lines come to ${totalCents} cents`;
  const parts = [...cents].map(([productId, part]) => {
    return { product: present(products.get(productId), 'a product of a lost order'), cents: part };
  });
  await writeOrderLines(tx, orderId, parts);
  return undefined;
}

function lineItem(line: OrderLine & { key: string }) {
  const metadata = { product_id: String(line.productId), product_key: line.key };
  return {
    quantity: 1,
    metadata,
    price_data: {
      currency: 'usd',
      unit_amount: line.amountCents,
      product_data: {
        name: lineName(`Testing of ${line.productName}`),
        ...(line.isServingUnknown ? { description: SERVING_UNKNOWN } : {}),
        metadata,
      },
    },
  };
}
