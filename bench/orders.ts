import pg from 'pg';
import type Stripe from 'stripe';
import { configure } from '#app/config.ts';
import { recordPayment } from '#app/funding/checkout/record-payment.server.ts';
import { checkLedger } from '#app/ledger/check.server.ts';
import { disconnect } from '#app/database/db.server.ts';
import { log } from '#app/platform/log.server.ts';
import { SEND_MAIL_JOB } from '#app/mail/mail-queue.server.ts';
import { startQueue, stopQueue } from '#app/database/queue.server.ts';
// Names the kinds of orders.
import '#app/webhooks.ts';
import { withGoal } from './goal.ts';
import { median } from './median.ts';
import { recordRaw } from './record-raw.ts';
import { makeUnpaidOrders, type UnpaidOrder } from './unpaid-orders.ts';

const ROUNDS = 3;
const ORDERS = 600;
const CONNECTIONS = 10;
const AT_ONCE = 32;

/** Payments go to so many products. */
const PRODUCTS = 300;
/** No slower than by hand. */
const GOAL = 1;

/**
 * How fast payments are recorded, beside the same rows written by hand on the same database: the
 * part after Stripe has answered, without any call to it. Both sides by turns, each with as many
 * connections; the result is a ratio of medians, since only that means the same on every machine.
 */
export async function benchOrders(
  databaseUrl: string,
  say: (line: string) => void,
): Promise<string[]> {
  const { LOG_LEVEL } = configure({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: String(CONNECTIONS),
  });
  log.level = LOG_LEVEL;
  const pool = new pg.Pool({ connectionString: databaseUrl, max: CONNECTIONS });
  // A connection that is still closing when the server stops must not end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  // A letter that is queued queues its job, as in a running site; here nobody works on it.
  await startQueue([{ name: SEND_MAIL_JOB, run: async () => {} }], false);
  try {
    const rates = { site: [] as number[], raw: [] as number[] };
    for (let round = 0; round <= ROUNDS; round += 1) {
      const raw = await ordersPerSecond((order) => recordRaw(pool, order));
      const site = await ordersPerSecond(recordAsTheSite);
      say(`round ${round}: ${site.toFixed(0)} orders a second, raw ${raw.toFixed(0)}`);
      if (round === 0) continue; // everything is cold
      rates.site.push(site);
      rates.raw.push(raw);
    }
    const problems = await checkLedger();
    if (problems.length > 0) throw new Error(`the books are wrong: ${JSON.stringify(problems)}`);
    const [site, raw] = [median(rates.site), median(rates.raw)];
    const text = `paid orders recorded: ${site.toFixed(0)} a second, by hand ${raw.toFixed(0)}`;
    return [withGoal(text, site / raw, GOAL)];
  } finally {
    await stopQueue();
    await disconnect();
    await pool.end();
  }
}

async function ordersPerSecond(record: (order: UnpaidOrder) => Promise<void>): Promise<number> {
  const waiting = await makeUnpaidOrders(ORDERS, PRODUCTS);
  const began = performance.now();
  const worker = async () => {
    for (let order = waiting.pop(); order; order = waiting.pop()) await record(order);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return ORDERS / ((performance.now() - began) / 1000);
}

/** One payment recorded as the site does it once Stripe has answered. */
async function recordAsTheSite(order: UnpaidOrder): Promise<void> {
  const session = {
    id: order.sessionId,
    currency: 'usd',
    amount_total: order.amountCents,
    customer_details: { email: order.email },
  } as Stripe.Checkout.Session;
  const paid = new Map([[order.productId, order.amountCents]]);
  await recordPayment({ id: order.id, kind: 'funding' }, session, paid, {
    source: `checkout:${order.sessionId}`,
    sessionId: order.sessionId,
    paymentIntentId: order.paymentIntentId,
    customerId: null,
    subscriptionId: null,
    invoiceId: null,
    email: order.email,
    paidAt: order.paidAt,
    fee: { transactionId: order.feeTransactionId, cents: order.feeCents },
  });
}
