import pg from 'pg';
import { configure } from '#app/config.ts';
import { checkLedger } from '#app/ledger/check.server.ts';
import { disconnect, pool as sitePool } from '#app/platform/database/db.server.ts';
import { log } from '#app/platform/log.server.ts';
import { SEND_MAIL_JOB } from '#app/platform/mail/mail-queue.server.ts';
import { startQueue, stopQueue } from '#app/platform/database/queue.server.ts';
// Names the kinds of orders.
import '#app/webhooks.ts';
import { withGoal } from './goal.ts';
import { median } from './median.ts';
import { recordAsTheSite } from './record-as-the-site.ts';
import { recordRaw } from './record-raw.ts';
import { makeUnpaidOrders, type UnpaidOrder } from './unpaid-orders.ts';

const ROUNDS = 3;
const ORDERS = 600;
const CONNECTIONS = 10;
const AT_ONCE = 32;

/** Where payments go, to one product that all want or to many, and the ratio to reach. */
const CASES = {
  'many products': { products: 300, least: 0.6 },
  'one hot product': { products: 1, least: 2 },
};

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
    const results: string[] = [];
    for (const [name, { products, least }] of Object.entries(CASES)) {
      const rates = { site: [] as number[], raw: [] as number[] };
      for (let round = 0; round <= ROUNDS; round += 1) {
        const raw = await ordersPerSecond(products, (order) => recordRaw(pool, order));
        const site = await ordersPerSecond(products, recordAsTheSite);
        say(`${name}, round ${round}: ${site.toFixed(0)} orders a second, raw ${raw.toFixed(0)}`);
        if (round === 0) continue; // everything is cold
        rates.site.push(site);
        rates.raw.push(raw);
      }
      const ratio = median(rates.site) / median(rates.raw);
      const [fast, slow] = [median(rates.site), median(rates.raw)];
      const rate = `${fast.toFixed(0)} orders a second, hand-written SQL ${slow.toFixed(0)}`;
      results.push(withGoal(`paid orders recorded, ${name}: ${rate}`, ratio, least));
    }
    for (const together of [1, AT_ONCE]) {
      results.push(`${await statementsOf(together)} statements for ${together} ready at once`);
    }
    const problems = await checkLedger();
    if (problems.length > 0) throw new Error(`the books are wrong: ${JSON.stringify(problems)}`);
    return results;
  } finally {
    await stopQueue();
    await disconnect();
    await pool.end();
  }
}

/** How many statements the site sends for so many payments that are ready at the same moment. */
async function statementsOf(together: number): Promise<number> {
  const waiting = await makeUnpaidOrders(together, 1);
  await disconnect();
  let count = 0;
  sitePool().on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    client.query = ((...given: unknown[]) => {
      count += 1;
      return query(...given);
    }) as typeof client.query;
  });
  await Promise.all(waiting.map(recordAsTheSite));
  return count;
}

async function ordersPerSecond(
  products: number,
  record: (order: UnpaidOrder) => Promise<void>,
): Promise<number> {
  const waiting = await makeUnpaidOrders(ORDERS, products);
  const began = performance.now();
  const worker = async () => {
    for (let order = waiting.pop(); order; order = waiting.pop()) await record(order);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return ORDERS / ((performance.now() - began) / 1000);
}
