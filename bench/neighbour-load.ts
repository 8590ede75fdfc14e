import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { keptConnections } from './rates.ts';
import { send } from './send.ts';

/** What a thread of its own does to a site until it is told to stop; then it says how much that was. */
export interface Load {
  url: string;
  sandboxUrl: string;
  /** Products that are funded, and those whose reports are read, by turns. */
  products: number[];
  tested: number[];
  /** Orders begin at this rate, whatever becomes of those before. */
  ordersPerSecond: number;
  readers: number;
}

export interface Done {
  orders: number;
  reports: number;
}

const AS_BROWSERS = { 'Accept-Encoding': 'gzip, deflate, br, zstd' };
const DOLLARS = 1;

const { url, sandboxUrl, products, tested, ordersPerSecond, readers } = workerData as Load;
const done: Done = { orders: 0, reports: 0 };
const state = { isOver: false };
const buyers = keptConnections(ordersPerSecond);
parentPort?.once('message', () => (state.isOver = true));
await Promise.all([order(), ...Array.from({ length: readers }, read)]);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage(done);

async function order(): Promise<void> {
  const began = performance.now();
  const begun: Promise<void>[] = [];
  for (let at = 0; !state.isOver; at += 1) {
    begun.push(buy(at));
    await sleep(Math.max(0, began + ((at + 1) * 1_000) / ordersPerSecond - performance.now()));
  }
  await Promise.all(begun);
}

async function buy(at: number): Promise<void> {
  const cart = [{ productId: products[at % products.length], amount: DOLLARS }];
  const checkout = await send(`${url}/api/create-checkout`, buyers, {
    // Each in a network of its own, among those that are kept for measuring (RFC 2544).
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': addressOf(at) },
    body: JSON.stringify({ cart }),
  });
  if (checkout.status !== 200) throw new Error(`a checkout was refused: ${checkout.body}`);
  const { sessionId } = JSON.parse(checkout.body) as { sessionId: string };
  const payment = new URLSearchParams({
    method: 'card',
    email: `${sessionId.slice(-12)}@example.org`,
    card_number: '4242424242424242',
    card_expiry: '12 / 34',
    card_cvc: '123',
    card_name: 'A visitor',
  });
  const paid = await send(`${sandboxUrl}/c/pay/${sessionId}`, buyers, {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: payment.toString(),
  });
  if (paid.status !== 303) throw new Error(`the hosted page answered ${paid.status}`);
  done.orders += 1;
}

function addressOf(count: number): string {
  const at = count + (Math.floor(Date.now() / 1_000) % 1_000) * 37;
  return `198.${18 + ((at >> 8) & 1)}.${at & 255}.${(at >> 9) & 255}`;
}

async function read(): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  while (!state.isOver) {
    const id = tested[(done.reports * 7) % tested.length];
    await new Promise<void>((resolve, reject) => {
      get(`${url}/plasticlist/${id}`, { agent, headers: AS_BROWSERS }, (response) => {
        response.resume().once('error', reject).once('end', resolve);
        if (response.statusCode !== 200)
          reject(new Error(`a report answered ${response.statusCode}`));
      }).once('error', reject);
    });
    done.reports += 1;
  }
  agent.destroy();
}
