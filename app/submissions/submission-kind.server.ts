import { eq } from 'drizzle-orm';
import { upcKey } from '#app/catalogue/barcodes.ts';
import { urlKey } from '#app/catalogue/product-keys.ts';
import { createProduct } from '#app/catalogue/create-product.server.ts';
import { findNamed } from '#app/catalogue/search/find-named.server.ts';
import { knownBrand } from '#app/catalogue/product-fields.ts';
import { lineName } from '#app/funding/checkout-session.server.ts';
import { writeOrderLines } from '#app/funding/checkout/place-order.server.ts';
import type { LostOrder, OrderKind, PaidOrder } from '#app/funding/order-kinds.server.ts';
import type { Order } from '#app/funding/order.ts';
import { recordFunding } from '#app/funding/checkout/record-funding.server.ts';
import { present } from '#app/kit/assert.ts';
import { db, findRow, type Tx } from '#app/database/db.server.ts';
import { nudge } from '#app/database/queue.server.ts';
import { notifyAdministrators } from '#app/mail/notify-administrators.server.ts';
import { stripe } from '#app/stripe/stripe.server.ts';
import { panelOf, testName } from '#app/toxicology/panels/panels.ts';
import { orders, products, productSubmissions } from '#db/schema.ts';
import { sessionFields, NO_COMMENTS, submissionFrom, type Submission } from './session-fields.ts';

export const NAME_SUBMISSION_JOB = 'name-submission';

/** A product that a visitor adds: listed when its first contribution is paid, and not before. */
export const submissionKind: OrderKind = {
  cancelPath: '/add-product',
  // It may make its product, or hold one that is there already, in no order.
  isGrouped: false,
  async terms(order) {
    const submission = await submissionOf(db(), order);
    const price = {
      currency: 'usd',
      unit_amount: order.amountCents,
      product_data: { name: lineName(`Testing of ${testName(submission)}`) },
    };
    const lineItems = [{ quantity: 1, price_data: price }];
    return { mode: 'payment', lineItems, isByCard: true, fields: sessionFields(submission) };
  },
  rebuild: rebuildSubmission,

  /**
   * Lists the product once, whoever else pays for the same one at this moment, and goes on as with
   * any contribution: what it no longer needs goes back.
   */
  async record(tx, paid) {
    for (const one of paid) await recordOne(tx, one);
  },
};

async function recordOne(tx: Tx, { order, payment }: PaidOrder): Promise<void> {
  const submission = await submissionOf(tx, order);
  // Of an order that was lost it is there: with the number that it had.
  const product = submission.productId
    ? await readProduct(tx, submission.productId)
    : await listProduct(tx, submission, { key: order.id });
  await tx
    .update(productSubmissions)
    .set({ productId: product.id })
    .where(eq(productSubmissions.orderId, order.id));
  await nudge(tx, NAME_SUBMISSION_JOB, { orderId: order.id });
  const lines = await writeOrderLines(tx, order.id, [{ product, cents: order.amountCents }]);
  await recordFunding(tx, [{ order, payment, lines }]);
  const about = { params: { productId: product.id }, key: order.id };
  await notifyAdministrators(tx, 'submission', about);
}

async function listProduct(tx: Tx, submission: Submission, known: { key: string; id?: number }) {
  const { name, category, productUrl, servingSizeG, itemOf } = submission;
  return createProduct(tx, {
    name,
    brand: knownBrand(submission.brand),
    category,
    productUrl,
    urlKey: urlKey(productUrl),
    upc: upcKey(submission.upc),
    servingSizeG,
    panel: panelOf(submission.panel).key,
    itemOf,
    ...known,
  });
}

async function readProduct(tx: Tx, id: number) {
  return present(await findRow(products, eq(products.id, id), tx), 'the product of a submission');
}

/** Lists the product of a lost order, with the number that it had, as its submitter described it. */
async function rebuildSubmission(tx: Tx, orderId: string, { session: { metadata } }: LostOrder) {
  const submission = submissionFrom(metadata ?? {});
  if (submission.name === '') return 'what was submitted is lost';
  // A number may be another product's by now; so may what was found by its page or barcode, which is looked for anew.
  const panel = panelOf(submission.panel).key;
  const { item } = submission.itemOf === null ? {} : await findNamed(submission.name, panel, tx);
  if (item !== submission.itemOf) submission.itemOf = null;
  const { product_id: id, product_key: key = orderId } = metadata ?? {};
  const product = await listProduct(tx, submission, { key, ...(id ? { id: Number(id) } : {}) });
  const row = { ...submission, orderId, productId: product.id };
  await tx.insert(productSubmissions).values(row);
  return undefined;
}

/**
 * Has Stripe keep, beside what was submitted, which product that became, for the day on which this
 * database has lost both; without its comments where they were erased. Safe to repeat.
 */
export async function nameSubmission(orderId: string): Promise<void> {
  const [row] = await db()
    .select({
      sessionId: orders.sessionId,
      comments: productSubmissions.comments,
      id: products.id,
      key: products.key,
    })
    .from(productSubmissions)
    .innerJoin(orders, eq(orders.id, productSubmissions.orderId))
    .innerJoin(products, eq(products.id, productSubmissions.productId))
    .where(eq(productSubmissions.orderId, orderId));
  if (!row?.sessionId) return;
  const named = { product_id: String(row.id), product_key: row.key };
  const metadata = { ...named, ...(row.comments === '' ? NO_COMMENTS : {}) };
  await stripe().checkout.sessions.update(row.sessionId, { metadata });
}

async function submissionOf(tx: Tx, order: Order) {
  const found = await findRow(productSubmissions, eq(productSubmissions.orderId, order.id), tx);
  return present(found, 'the submission of an order');
}
