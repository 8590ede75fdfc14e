import { eq } from 'drizzle-orm';
import { upcKey } from '#app/catalogue/barcode.ts';
import { createProduct } from '#app/catalogue/create-product.server.ts';
import { knownBrand } from '#app/catalogue/product-fields.ts';
import { urlKey } from '#app/catalogue/product-url.ts';
import { lineName } from '#app/funding/checkout-session.server.ts';
import { nameLine } from '#app/funding/checkout/name-line.server.ts';
import type { OrderKind, Payment } from '#app/funding/order-kinds.server.ts';
import type { Order } from '#app/funding/order.ts';
import { recordFunding } from '#app/funding/checkout/record-funding.server.ts';
import { present } from '#app/kit/assert.ts';
import { db, type Tx } from '#app/platform/database/db.server.ts';
import { notifyAdministrators } from '#app/platform/mail/notify-administrators.server.ts';
import { productSubmissions } from '#db/schema.ts';

/** A product that a visitor adds: listed when its first contribution is paid, and not before. */
export const submissionKind: OrderKind = {
  cancelPath: '/add-product',
  isByCard: true,
  async terms(order) {
    const { name } = await submissionOf(db(), order);
    const price = {
      currency: 'usd',
      unit_amount: order.amountCents,
      product_data: { name: lineName(`Testing of ${name}`) },
    };
    return { mode: 'payment', lineItems: [{ quantity: 1, price_data: price }] };
  },

  /**
   * Lists the product once, whoever else pays for the same one at this moment, and goes on as with
   * any contribution: what it no longer needs goes back.
   */
  async record(tx: Tx, order: Order, payment: Payment) {
    const submission = await submissionOf(tx, order);
    const product = await createProduct(tx, {
      name: submission.name,
      brand: knownBrand(submission.brand),
      category: submission.category,
      productUrl: submission.productUrl,
      urlKey: urlKey(submission.productUrl),
      upc: upcKey(submission.upc),
      servingSizeG: submission.servingSizeG,
    });
    await tx
      .update(productSubmissions)
      .set({ productId: product.id })
      .where(eq(productSubmissions.orderId, order.id));
    await nameLine(tx, order, product);
    await recordFunding(tx, order, payment);
    const about = { params: { productId: product.id }, key: order.id };
    await notifyAdministrators(tx, 'submission', about);
  },
};

async function submissionOf(tx: Tx, order: Order) {
  const [found] = await tx
    .select()
    .from(productSubmissions)
    .where(eq(productSubmissions.orderId, order.id));
  return present(found, 'the submission of an order');
}
