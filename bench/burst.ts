import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startOwnDatabase } from '#test/support/own-database.ts';
import { startProgram, type Program } from '#test/support/program.ts';
import { median } from './median.ts';

type Say = (line: string) => void;

const ORDERS = 200;
const ROUNDS = 3;
const AT_ONCE = 20;
const DOLLARS = 5;
const PATIENCE_MS = 120_000;
/** After the last payment, where the machine is not slower than the calls alone. */
const GOAL_MS = 1_000;
const GOAL_TIMES = 1.5;

/** One machine buys for them all. */
const UNLIMITED = {
  TRUSTED_PROXIES: '127.0.0.1,::1',
  CHECKOUTS_PER_ADDRESS: '100000',
  RESERVATIONS_PER_ADDRESS: '100000',
  SHARES_PER_ADDRESS: '100000',
};

/**
 * How long two hundred orders that are paid at the same moment wait to be recorded, from the last
 * payment on, through webhooks, queue and three calls to the payment provider each; beside what the
 * provider's stand-in needs for those calls alone.
 */
export async function benchBurst(say: Say): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'openassay-bench-'));
  const database = await startOwnDatabase(folder, true);
  const site = await startProgram({ DATABASE_URL: database.url, ...UNLIMITED });
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  pool.on('error', () => {});
  try {
    const waits: number[] = [];
    const alone: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const sessions = await commitAll(site);
      const paidMs = await payAll(site, sessions);
      const recordedMs = await recorded(pool, (round + 1) * ORDERS);
      const wait = Math.max(0, recordedMs - paidMs);
      const calls = await callsAlone(site, sessions);
      say(
        `round ${round}: recorded ${wait.toFixed(0)} ms after the last payment, the calls alone ${calls.toFixed(0)} ms`,
      );
      if (round === 0) continue; // everything is cold
      waits.push(wait);
      alone.push(calls);
    }
    const [wait, calls] = [median(waits), median(alone)];
    const isMet = wait <= GOAL_MS || wait <= GOAL_TIMES * calls;
    return [
      `${ORDERS} orders paid at once: recorded ${wait.toFixed(0)} ms after the last payment; the calls alone take ${calls.toFixed(0)} ms: goal ${GOAL_MS} ms or ${GOAL_TIMES} times those${isMet ? '' : ', MISSED'}`,
    ];
  } finally {
    await pool.end();
    await site.stop();
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts so many checkouts, each from an address of its own; the ids of their sessions. */
async function commitAll({ url }: Program): Promise<string[]> {
  const listed = await fetch(`${url}/api/products?sort=id`);
  const { items } = (await listed.json()) as { items: { id: number }[] };
  const sessions: string[] = [];
  for (let at = 0; at < ORDERS; at += 1) {
    const productId = items[at % items.length]?.id;
    nextAddress += 1;
    const response = await fetch(`${url}/api/create-checkout`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': addressOf(nextAddress) },
      body: JSON.stringify({ cart: [{ productId, amount: DOLLARS }] }),
    });
    const body = (await response.json()) as { sessionId: string };
    if (!response.ok) throw new Error(`a checkout was refused: ${JSON.stringify(body)}`);
    sessions.push(body.sessionId);
  }
  return sessions;
}

let nextAddress = 0;

/** Each in a network of its own, among those that are kept for measuring (RFC 2544). */
function addressOf(count: number): string {
  return `198.${18 + (count >> 15)}.${(count >> 7) & 255}.${(count & 127) * 2}`;
}

/** Pays them all at the same moment; when the last was paid. */
async function payAll({ sandboxUrl }: Program, sessions: readonly string[]): Promise<number> {
  const paid = sessions.map(async (id) => {
    const body = new URLSearchParams({
      method: 'card',
      email: `${id.slice(-12)}@example.org`,
      card_number: '4242424242424242',
      card_expiry: '12 / 34',
      card_cvc: '123',
      card_name: 'A visitor',
    });
    const { status } = await fetch(`${sandboxUrl}/c/pay/${id}`, {
      method: 'POST',
      body,
      redirect: 'manual',
    });
    if (status !== 303) throw new Error(`the hosted page answered ${status}`);
  });
  await Promise.all(paid);
  return performance.now();
}

/** How long the stand-in takes to answer the calls of all these orders, 20 orders at once. */
async function callsAlone(
  { sandboxUrl, dataDir }: Program,
  sessions: readonly string[],
): Promise<number> {
  const began = performance.now();
  const waiting = [...sessions];
  const { key } = JSON.parse(readFileSync(path.join(dataDir, 'sandbox-secrets.json'), 'utf8'));
  const headers = { Authorization: `Bearer ${key}` };
  const ask = async (what: string) => {
    const response = await fetch(`${sandboxUrl}/v1/checkout/sessions/${what}`, { headers });
    if (!response.ok) throw new Error(`the stand-in answered ${response.status}`);
    await response.text();
  };
  const worker = async () => {
    for (let id = waiting.pop(); id; id = waiting.pop()) {
      await ask(`${id}?expand[]=payment_intent.latest_charge.balance_transaction`);
      await ask(`${id}/line_items?limit=100&expand[]=data.price.product`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return performance.now() - began;
}

/** When so many orders are recorded. */
async function recorded(pool: pg.Pool, wanted: number): Promise<number> {
  const end = performance.now() + PATIENCE_MS;
  while (performance.now() < end) {
    const { rows } = await pool.query(
      `select count(*)::int as paid from orders where status = 'paid'`,
    );
    if (rows[0].paid >= wanted) return performance.now();
    await sleep(10);
  }
  throw new Error(`the orders were not recorded within ${PATIENCE_MS / 1_000} s`);
}
