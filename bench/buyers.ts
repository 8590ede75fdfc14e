import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { startProgram, type Program } from '#test/support/program.ts';
import { withMost } from './goal.ts';
import { median, quantile } from './median.ts';
import { idsOf } from './pages.ts';

const BUYERS = 16;
const ROUNDS = 3;
const ROUND_MS = 8_000;
/** Of the top rate, where the time from paid to shown is measured. */
const SHARE_OF_TOP = 0.6;
const GOAL_P99_MS = 250;
const DOLLARS = 1;
/** Each buyer has an address of their own. */
export const MANY_ADDRESSES = { TRUSTED_PROXIES: '127.0.0.1,::1' };

/**
 * Orders from the first request to the page that shows them paid: checkout, hosted page, webhook and
 * success page over HTTP, with the payment sandbox. First as many as sixteen buyers manage, then, as
 * orders come in life, at a fixed rate below that: how long the last step takes for the slowest of a
 * hundred.
 */
export async function benchBuyers(say: (line: string) => void): Promise<string[]> {
  const site = await startProgram(MANY_ADDRESSES);
  try {
    const buy = await buyer(site);
    const rates: number[] = [];
    const slowest: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const rate = await topRate(buy);
      const p99 = quantile(await atRate(rate * SHARE_OF_TOP, ROUND_MS, buy), 0.99);
      say(`round ${round}: ${rate.toFixed(1)} a second, p99 ${p99.toFixed(0)} ms`);
      if (round === 0) continue; // everything is cold
      rates.push(rate);
      slowest.push(p99);
    }
    const p99 = median(slowest);
    return [
      `orders end to end, ${BUYERS} buyers: ${median(rates).toFixed(1)} a second`,
      withMost(
        `paid to shown at ${SHARE_OF_TOP * 100} % of that: p99 ${p99.toFixed(0)} ms`,
        p99,
        GOAL_P99_MS,
        'ms',
      ),
    ];
  } finally {
    await site.stop();
  }
}

/** Buys once; milliseconds from the payment to the page that shows it. */
export type Buy = () => Promise<number>;

export async function buyer({ url, sandboxUrl }: Program): Promise<Buy> {
  const agent = new Agent({ keepAlive: true, maxSockets: 200, timeout: 2_000 });
  const pages = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  const lists = pages.map((page) => idsOf(`${url}/api/products?sort=id&page=${page}`, 'id'));
  const products = (await Promise.all(lists)).flat();
  let count = 0;
  return async () => {
    count += 1;
    // Among those that are kept for measuring (RFC 2544).
    const from = { 'X-Forwarded-For': `198.18.${(count >> 8) & 255}.${count & 255}` };
    const cart = [{ productId: products[count % products.length], amount: DOLLARS }];
    const headers = { ...from, 'Content-Type': 'application/json' };
    const begun = await send(
      `${url}/api/create-checkout`,
      agent,
      headers,
      JSON.stringify({ cart }),
    );
    const { sessionId } = JSON.parse(begun) as { sessionId: string };
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const card = new URLSearchParams({ ...PAY, email: `buyer-${count}@example.org` });
    await send(`${sandboxUrl}/c/pay/${sessionId}`, agent, form, card.toString());
    const paidAt = performance.now();
    await send(`${url}/api/checkout-success?session_id=${sessionId}`, agent, from);
    return performance.now() - paidAt;
  };
}

const PAY = {
  method: 'card',
  card_number: '4242424242424242',
  card_expiry: '12 / 34',
  card_cvc: '123',
  card_name: 'A visitor',
};

/** The body of an answer; throws where it is a refusal. A body is posted. */
function send(
  address: string,
  agent: Agent,
  headers: Record<string, string>,
  body?: string,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request(address, { agent, headers, method: body ? 'POST' : 'GET' });
    asked.once('error', reject).once('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.once('error', reject).once('end', () => {
        if (response.statusCode === 200 || response.statusCode === 303) resolve(text);
        else reject(new Error(`${address} answered ${response.statusCode}: ${text}`));
      });
    });
    asked.end(body);
  });
}

/** Orders a second, each buyer beginning the next once the last is shown. */
async function topRate(buy: Buy): Promise<number> {
  const began = performance.now();
  let bought = 0;
  const one = async () => {
    for (; performance.now() - began < ROUND_MS; bought += 1) await buy();
  };
  await Promise.all(Array.from({ length: BUYERS }, one));
  return bought / ((performance.now() - began) / 1_000);
}

/** So many are begun in each second, whatever becomes of those before; what each came to. */
export async function atRate(
  perSecond: number,
  forMs: number,
  begin: (dueMs: number) => Promise<number>,
): Promise<number[]> {
  const all: Promise<number>[] = [];
  const began = performance.now();
  for (let at = 0; at < (perSecond * forMs) / 1_000; at += 1) {
    const due = began + (at * 1_000) / perSecond;
    await sleep(Math.max(0, due - performance.now()));
    all.push(begin(due));
  }
  return Promise.all(all);
}
