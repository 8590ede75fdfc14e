import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startOwnDatabase } from '#test/support/own-database.ts';
import { startProgram, type Program } from '#test/support/program.ts';
import { send } from './send.ts';
import { median } from './median.ts';
import { keptConnections } from './rates.ts';

type Say = (line: string) => void;

const BUYERS = 16;
/** Beside a first one, in which everything is cold. */
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const ROUND_MS = 8_000;
/** Of the top rate, where the time from paid to shown is measured. */
const SHARE_OF_TOP = 0.6;
const GOAL_P99_MS = 250;
const DOLLARS = 5;
const PAY = {
  method: 'card',
  card_number: '4242424242424242',
  card_expiry: '12 / 34',
  card_cvc: '123',
  card_name: 'A visitor',
};
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const JSON_TYPE = { 'Content-Type': 'application/json' };

/** One machine buys for them all. */
const UNLIMITED = {
  TRUSTED_PROXIES: '127.0.0.1,::1',
  CHECKOUTS_PER_ADDRESS: '100000',
  RESERVATIONS_PER_ADDRESS: '100000',
  SHARES_PER_ADDRESS: '100000',
};

/**
 * Orders from the first request to the page that shows them paid: checkout, hosted page, webhook and
 * success page over HTTP, with the payment sandbox. First as many as sixteen buyers manage, then, as
 * orders come in life, at a fixed rate below that: how long the last step takes for the slowest of a
 * hundred.
 */
export async function benchBuyers(say: Say): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'openassay-bench-'));
  const database = await startOwnDatabase(folder, true);
  const site = await startProgram({ DATABASE_URL: database.url, ...UNLIMITED });
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  pool.on('error', () => {});
  try {
    // Nobody fills a product that is measured.
    await pool.query('update products set target_cents = 2000000000 where not is_demo');
    const { rows } = await pool.query<{ id: number }>(
      'select id from products where not is_demo and removed_at is null order by id limit 100',
    );
    const ids = rows.map(({ id }) => id);
    const results: string[] = [];
    for (const [name, products] of Object.entries({
      'many products': ids,
      'one product': ids.slice(0, 1),
    })) {
      results.push(...(await measure(name, site, products, say)));
    }
    return results;
  } finally {
    await pool.end();
    await site.stop();
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(name: string, site: Program, products: number[], say: Say) {
  const buy = buyer(site, products);
  const rates: number[] = [];
  const slowest: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const rate = await topRate(buy);
    const shown = await paidToShown(buy, rate * SHARE_OF_TOP);
    say(`${name}, round ${round}: ${rate.toFixed(1)} a second, p99 ${shown.toFixed(0)} ms`);
    if (round === 0) continue; // everything is cold
    rates.push(rate);
    slowest.push(shown);
  }
  const p99 = median(slowest);
  return [
    `orders end to end, ${BUYERS} buyers, ${name}: ${median(rates).toFixed(1)} a second`,
    `paid to shown at ${SHARE_OF_TOP * 100} % of that, ${name}: p99 ${p99.toFixed(0)} ms, goal ${GOAL_P99_MS} or less${p99 > GOAL_P99_MS ? ', MISSED' : ''}`,
  ];
}

/** Buys once; milliseconds from the payment to the page that shows it. */
type Buy = () => Promise<number>;

function buyer({ url, sandboxUrl }: Program, products: number[]): Buy {
  const agent = keptConnections(200);
  return async () => {
    nextBuyer += 1;
    const at = nextBuyer;
    const from = { 'X-Forwarded-For': addressOf(at) };
    const headers = { ...JSON_TYPE, ...from };
    const cart = [{ productId: products[at % products.length], amount: DOLLARS }];
    const body = JSON.stringify({ cart });
    const begun = await send(`${url}/api/create-checkout`, agent, { headers, body });
    if (begun.status !== 200) throw new Error(`a checkout was refused: ${begun.body}`);
    const { sessionId } = JSON.parse(begun.body) as { sessionId: string };
    const form = new URLSearchParams({ ...PAY, email: `buyer-${at}@example.org` }).toString();
    const paid = await send(`${sandboxUrl}/c/pay/${sessionId}`, agent, {
      headers: FORM,
      body: form,
    });
    if (paid.status !== 303) throw new Error(`the hosted page answered ${paid.status}`);
    const paidAt = performance.now();
    const address = `${url}/api/checkout-success?session_id=${sessionId}`;
    // So many of one address are refused.
    const shown = await send(address, agent, { headers: from });
    if (shown.status !== 200) throw new Error(`the success page was told: ${shown.body}`);
    return performance.now() - paidAt;
  };
}

let nextBuyer = 0;

/** Each in a network of its own, among those that are kept for measuring (RFC 2544). */
function addressOf(count: number): string {
  return `198.${18 + ((count >> 8) & 1)}.${count & 255}.${(count >> 9) & 255}`;
}

/** Orders a second, each buyer beginning the next once the last is shown. */
async function topRate(buy: Buy): Promise<number> {
  const began = performance.now();
  let bought = 0;
  const one = async () => {
    while (performance.now() - began < ROUND_MS) {
      await buy();
      bought += 1;
    }
  };
  await Promise.all(Array.from({ length: BUYERS }, one));
  return bought / ((performance.now() - began) / 1_000);
}

/** The slowest of a hundred where so many begin in each second, whatever becomes of those before. */
async function paidToShown(buy: Buy, perSecond: number): Promise<number> {
  const all: Promise<number>[] = [];
  const began = performance.now();
  for (let at = 0; at < (perSecond * ROUND_MS) / 1_000; at += 1) {
    await sleep(Math.max(0, began + (at * 1_000) / perSecond - performance.now()));
    all.push(buy());
  }
  const sorted = (await Promise.all(all)).toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? 0;
}
