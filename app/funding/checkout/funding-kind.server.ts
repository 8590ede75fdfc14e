import type Stripe from 'stripe';
import { SERVING_UNKNOWN } from '#app/catalogue/product-messages.ts';
import { lineName } from '#app/funding/checkout-session.server.ts';
import type { OrderKind } from '#app/funding/order-kinds.server.ts';
import type { OrderLine } from '#app/funding/order.ts';
import { recordFunding } from './record-funding.server.ts';
import { linesOf } from '#app/funding/store.server.ts';
import { db } from '#app/platform/database/db.server.ts';

/** The checkout of a funding list: one line item for each product. */
export const fundingKind: OrderKind = {
  cancelPath: '/cart',
  notChargedPath: '/cart?checkout=canceled',
  isByCard: true,
  isGrouped: true,
  async terms(order) {
    const lines = await linesOf(db(), order.id);
    return { mode: 'payment', lineItems: lines.map(lineItem) };
  },
  record: recordFunding,
};

function lineItem(line: OrderLine): Stripe.Checkout.SessionCreateParams.LineItem {
  const metadata = { product_id: String(line.productId) };
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
