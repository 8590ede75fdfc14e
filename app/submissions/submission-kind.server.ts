import { eq } from 'drizzle-orm';
import { upcKey } from '#app/catalogue/barcode.ts';
import { createProduct } from '#app/catalogue/create-product.server.ts';
import { knownBrand } from '#app/catalogue/product-fields.ts';
import { urlKey } from '#app/catalogue/product-url.ts';
import { lineName } from '#app/funding/checkout-session.server.ts';
import { nameLine } from '#app/funding/checkout/name-line.server.ts';
import type { OrderKind, PaidOrder } from '#app/funding/order-kinds.server.ts';
import type { Order } from '#app/funding/order.ts';
import { recordFunding } from '#app/funding/checkout/record-funding.server.ts';
import { linesOf } from '#app/funding/store.server.ts';
import { present } from '#app/kit/assert.ts';
import type { Posting } from '#app/ledger/post.server.ts';
import { db, type Tx } from '#app/platform/database/db.server.ts';
import { notifyAdministrators } from '#app/platform/mail/notify-administrators.server.ts';
import { productSubmissions } from '#db/schema.ts';

/** A product that a visitor adds: listed when its first contribution is paid, and not before. */
export const submissionKind: OrderKind = {
  cancelPath: '/add-product',
  isByCard: true,
  // It may make its product, or hold one that is there already, in no order.
  isGrouped: false,
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
  async record(tx, paid) {
    const postings: Posting[] = [];
    for (const one of paid) postings.push(...(await recordOne(tx, one)));
    return postings;
  },
};

async function recordOne(tx: Tx, { order, payment }: PaidOrder): Promise<Posting[]> {
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
  const lines = await linesOf(tx, order.id);
  const postings = await recordFunding(tx, [{ order, payment, lines }]);
  const about = { params: { productId: product.id }, key: order.id };
  await notifyAdministrators(tx, 'submission', about);
  return postings;
}

async function submissionOf(tx: Tx, order: Order) {
  const [found] = await tx
    .select()
    .from(productSubmissions)
    .where(eq(productSubmissions.orderId, order.id));
  return present(found, 'the submission of an order');
}
