import type Stripe from 'stripe';
import { accountOfMovement, bookMovement } from '#app/funding/book-movement.server.ts';
import { takeInForeign } from './look-again.server.ts';
import { postFee, postOrderFee } from '#app/funding/post-fee.server.ts';
import { recordDispute } from '#app/funding/disputes/record-dispute.server.ts';
import { findOrder, findOrderByPayment, lockOrder } from '#app/funding/store.server.ts';
import { idOf } from '#app/funding/stripe-payment.server.ts';
import { isPosted } from '#app/ledger/post.server.ts';
import { moveCursor, readCursor } from '#app/database/cursor.server.ts';
import { changeRow, db, inTransaction } from '#app/database/db.server.ts';
import { log } from '#app/platform/log.server.ts';
import { stripe } from '#app/stripe/stripe.server.ts';
import { orders } from '#db/schema.ts';

/** Another name than when fees alone were read: then all of it is read once more. */
const CURSOR = 'balance';
/** Read again from before the cursor: a late one may carry an earlier date. */
const OVERLAP_SECONDS = 6 * 3_600;

/**
 * Books what of every balance transaction is not on the books yet, from Stripe's own figures: what
 * is of no payment, and the fees of what is; per product where the payment names some, else as the
 * project's own. Since the last time, or since `begin` where that is earlier. Returns how many were new.
 */
export async function postMissingFees(onProgress: (read: number) => void = () => {}, begin?: Date) {
  const cursor = await readCursor(CURSOR);
  const from = begin && cursor && begin < cursor ? begin : cursor;
  const since = from && Math.floor(from.getTime() / 1000) - OVERLAP_SECONDS;
  const list = stripe().balanceTransactions.list({
    limit: 100,
    expand: ['data.source'],
    ...(since ? { created: { gte: since } } : {}),
  });
  let [read, posted, newest] = [0, 0, 0];
  let isWhole = true;
  for await (const transaction of list) {
    try {
      if (await postOne(transaction)) posted += 1;
    } catch (error) {
      isWhole = false;
      log.error({ err: error, transaction: transaction.id }, 'a fee was not posted; tried again');
    }
    newest = Math.max(newest, transaction.created);
    if ((read += 1) % 100 === 0) onProgress(read);
  }
  onProgress(read);
  if (newest > 0 && isWhole) await moveCursor(CURSOR, new Date(newest * 1000));
  return posted;
}

async function postOne(transaction: Stripe.BalanceTransaction): Promise<boolean> {
  if (accountOfMovement(transaction)) return bookMovement(transaction);
  if (await takeInForeign(transaction)) return true;
  const { fee: cents, source, type } = transaction;
  const isFailedDebit = type === 'payment_failure_refund';
  if ((cents === 0 && !isFailedDebit) || transaction.currency !== 'usd') return false;
  if (await isPosted(db(), `fee:${transaction.id}`)) return false;
  const fee = { transactionId: transaction.id, cents };
  if (!source || typeof source === 'string') return false; // of something that is none of ours
  if (source.object === 'charge' && source.status !== 'succeeded') {
    return isFailedDebit && postFailedDebit(transaction, source); // one under way may yet come
  }
  if (source.object === 'dispute') {
    await recordDispute(source.id);
    return isPosted(db(), `fee:${transaction.id}`);
  }
  const paymentIntent = 'payment_intent' in source ? source.payment_intent : null;
  const order = await findOrderByPayment(idOf(paymentIntent));
  // A payment that is not recorded yet has its fee posted with it.
  if (order?.status !== 'paid' && order?.status !== 'review') {
    log.info({ transaction: transaction.id }, 'a fee waits for its payment');
    return false;
  }
  await inTransaction(async (tx) => {
    await lockOrder(tx, order.id);
    await postOrderFee(tx, order.id, fee);
    if (source.object !== 'charge') return;
    const { transactionId: feeTransactionId } = fee;
    await changeRow(tx, orders, order.id, { feeTransactionId });
  });
  return true;
}

/**
 * What is kept of a bank debit that failed: its money was announced and taken back, both with a fee,
 * and was never on the books. The project bears what is left of the two.
 */
async function postFailedDebit(
  { id, net }: Stripe.BalanceTransaction,
  { metadata: { order_id: orderId = '' }, balance_transaction: announced }: Stripe.Charge,
): Promise<boolean> {
  const order = await findOrder(orderId);
  if (!order || typeof announced !== 'string') return false;
  const { net: announcedNet } = await stripe().balanceTransactions.retrieve(announced);
  const fee = { transactionId: id, cents: -(announcedNet + net) };
  await inTransaction((tx) => postFee(tx, fee, []));
  return fee.cents !== 0;
}
