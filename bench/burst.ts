import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import nodemailer from 'nodemailer';
import pg from 'pg';
import Stripe from 'stripe';
import { startOwnDatabase } from '#test/support/own-database.ts';
import { startProgram, type Program } from '#test/support/program.ts';
import { LINE_EXPANSIONS } from '#app/funding/checkout-session.server.ts';
import { SESSION_EXPANSIONS } from '#app/funding/stripe-payment.server.ts';
import { withGoal } from './goal.ts';
import { send } from './send.ts';
import { median } from './median.ts';
import { keptConnections, startServer } from './rates.ts';

type Say = (line: string) => void;

const ORDERS = 200;
/** Beside a first one, in which everything is cold. */
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const EVENTS = 10_000;
const MAILS = 10_000;
/** Of what receiver and mail server alone manage. */
const LEAST = 0.5;
/** As many deliveries beside each other as the sandbox makes. */
const DELIVERIES = 32;
const CONNECTIONS = 5;
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
 * payment on, through webhooks, queue and a call to the payment provider each; beside what the provider's
 * stand-in needs for those calls alone. Then ten thousand events that were processed are delivered
 * again, and ten thousand emails leave; beside a receiver that does nothing, and the mail server alone.
 */
export async function benchBurst(say: Say): Promise<string[]> {
  const limit = process.env.STRIPE_CALLS_PER_SECOND;
  const folder = mkdtempSync(path.join(tmpdir(), 'openassay-bench-'));
  const database = await startOwnDatabase(folder, true);
  const mailServer = await startServer('mail-server.ts', {});
  const site = await startProgram({
    DATABASE_URL: database.url,
    SMTP_URL: mailServer.url,
    ...(limit ? { STRIPE_CALLS_PER_SECOND: limit } : {}),
    ...UNLIMITED,
  });
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
      `calls to the payment provider a second at most: ${limit ?? 'no limit, as it is the sandbox'}`,
      `${ORDERS} orders paid at once: recorded ${wait.toFixed(0)} ms after the last payment; the calls alone take ${calls.toFixed(0)} ms: goal ${GOAL_MS} ms or ${GOAL_TIMES} times those${isMet ? '' : ', MISSED'}`,
      await redelivered(site, pool, say),
      await mailed(mailServer.url, pool, say),
    ];
  } finally {
    await pool.end();
    await site.stop();
    await mailServer.stop();
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
  return `198.${18 + ((count >> 8) & 1)}.${count & 255}.${(count >> 9) & 255}`;
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

/** What the site asks of a paid session. */
const CALL = [...SESSION_EXPANSIONS, ...LINE_EXPANSIONS]
  .map((expanded, at) => `expand[${at}]=${expanded}`)
  .join('&');

/** How long the stand-in takes to answer the calls of all these orders, 20 orders at once. */
async function callsAlone(site: Program, sessions: readonly string[]): Promise<number> {
  const began = performance.now();
  const waiting = [...sessions];
  const { key } = secretsOf(site);
  const headers = { Authorization: `Bearer ${key}` };
  const ask = async (what: string) => {
    const response = await fetch(`${site.sandboxUrl}/v1/checkout/sessions/${what}`, { headers });
    if (!response.ok) throw new Error(`the stand-in answered ${response.status}`);
    await response.text();
  };
  const worker = async () => {
    for (let id = waiting.pop(); id; id = waiting.pop()) {
      await ask(`${id}?${CALL}`);
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

/** Events that were stored and worked on, delivered again; against a receiver that only says yes. */
async function redelivered(site: Program, pool: pg.Pool, say: Say): Promise<string> {
  const ids = Array.from({ length: EVENTS }, (_, at) => `evt_again_${at}`);
  await pool.query(
    `insert into webhook_events (id, type, livemode, payload, delivered_at, processed_at)
     select id, 'checkout.session.completed', false, '{}', now(), now() from unnest($1::text[]) id`,
    [ids],
  );
  const { webhook: secret } = secretsOf(site);
  const bare = await startServer('bare-receiver.ts', {});
  const rates = { site: [] as number[], bare: [] as number[] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const alone = await deliveries(`${bare.url}/`, ids, secret);
    const own = await deliveries(`${site.url}/api/stripe/webhook`, ids, secret);
    say(`events, round ${round}: ${own.toFixed(0)} a second, the sender alone ${alone.toFixed(0)}`);
    if (round === 0) continue;
    rates.site.push(own);
    rates.bare.push(alone);
  }
  await bare.stop();
  const [own, alone] = [median(rates.site), median(rates.bare)];
  const text = `${EVENTS} events redelivered: ${own.toFixed(0)} a second, the sender alone ${alone.toFixed(0)}`;
  return withGoal(text, own / alone, LEAST);
}

async function deliveries(address: string, ids: readonly string[], secret: string) {
  const agent = keptConnections(DELIVERIES);
  const { webhooks } = new Stripe('sk_test_of_the_bench');
  const waiting = [...ids];
  const began = performance.now();
  const worker = async () => {
    for (let id = waiting.pop(); id; id = waiting.pop()) {
      const created = Math.floor(Date.now() / 1_000);
      const event = { id, object: 'event', type: 'checkout.session.completed', livemode: false };
      const body = JSON.stringify({ ...event, created, data: { object: { id: `cs_${id}` } } });
      const signature = webhooks.generateTestHeaderString({ payload: body, secret });
      const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': signature };
      const { status } = await send(address, agent, { headers, body });
      if (status !== 200) throw new Error(`a delivery was answered by ${status}`);
    }
  };
  await Promise.all(Array.from({ length: DELIVERIES }, worker));
  agent.destroy();
  return ids.length / ((performance.now() - began) / 1_000);
}

/** Receipts that wait, until the last has left; against as many of the same that are only sent. */
async function mailed(mailUrl: string, pool: pg.Pool, say: Say): Promise<string> {
  const rates = { site: [] as number[], server: [] as number[] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const alone = await sentAlone(mailUrl);
    const own = await sentBySite(pool, round);
    say(
      `emails, round ${round}: ${own.toFixed(0)} a second, the mail server alone ${alone.toFixed(0)}`,
    );
    if (round === 0) continue;
    rates.site.push(own);
    rates.server.push(alone);
  }
  const [own, alone] = [median(rates.site), median(rates.server)];
  const text = `${MAILS} emails: ${own.toFixed(0)} a second, the mail server alone ${alone.toFixed(0)}`;
  return withGoal(text, own / alone, LEAST);
}

/** From the first that leaves to the last: how soon the queue looks is no matter of its rate. */
async function sentBySite(pool: pg.Pool, round: number): Promise<number> {
  const key = `bench:${round}:`;
  await pool.query(
    `insert into mails (name, to_email, params, dedupe_key)
     select 'receipt', $1 || at || '@example.org', jsonb_build_object('orderId',
       (select id from orders where status = 'paid' limit 1)), $1 || at
     from generate_series(1, $2::int) at`,
    [key, MAILS],
  );
  await pool.query(`insert into pgboss.job (name, data) values ('send-mail', '{}')`);
  const end = performance.now() + 3 * PATIENCE_MS;
  while (performance.now() < end) {
    const { rows } = await pool.query(
      `select count(*)::int as sent, count(*) filter (where dead_at is not null)::int as dead,
         extract(epoch from max(sent_at) - min(sent_at))::float8 as seconds
       from mails where dedupe_key like $1 || '%' and (sent_at is not null or dead_at is not null)`,
      [key],
    );
    if (rows[0].dead > 0) throw new Error('emails were given up');
    if (rows[0].sent === MAILS) return MAILS / rows[0].seconds;
    await sleep(200);
  }
  throw new Error('the emails did not leave in time');
}

/** As large as a receipt, over as many connections. */
async function sentAlone(mailUrl: string): Promise<number> {
  const transport = nodemailer.createTransport({
    url: mailUrl,
    pool: true,
    maxConnections: CONNECTIONS,
  });
  const began = performance.now();
  let left = MAILS;
  const worker = async () => {
    for (; left > 0; left -= 1) {
      await transport.sendMail({
        from: 'no-reply@example.org',
        to: `alone-${left}@example.org`,
        subject: 'Receipt for your contribution',
        text: 'text '.repeat(200),
        html: `<p>${'html '.repeat(1_500)}</p>`,
      });
    }
  };
  await Promise.all(Array.from({ length: 3 * CONNECTIONS }, worker));
  transport.close();
  return MAILS / ((performance.now() - began) / 1_000);
}

function secretsOf({ dataDir }: Program): { key: string; webhook: string } {
  return JSON.parse(readFileSync(path.join(dataDir, 'sandbox-secrets.json'), 'utf8'));
}
