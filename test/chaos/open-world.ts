import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { changeFunding } from '#app/catalogue/funding-columns.server.ts';
import { createPool } from '#app/catalogue/pools.server.ts';
import { searchText } from '#app/catalogue/search-text.ts';
import { configure, siteUrl } from '#app/config.ts';
import { placeOrder } from '#app/funding/checkout/place-order.server.ts';
import { rememberSession } from '#app/funding/checkout/remember-session.server.ts';
import { openSession } from '#app/funding/checkout-session.server.ts';
import type { Order } from '#app/funding/order.ts';
import { resetClock } from '#app/platform/clock.server.ts';
import { db, disconnect, type Tx } from '#app/platform/database/db.server.ts';
import { log } from '#app/platform/log.server.ts';
import { startQueue, stopQueue } from '#app/platform/database/queue.server.ts';
import { orderLines, products } from '#db/schema.ts';
import { aPlace } from '#test/support/matches.ts';
import { Pair } from './pair.ts';
import { makePlan, type Plan, type Range } from './plan.ts';
import type { Goals } from './report.ts';
import { twoFreePorts } from './ports.ts';
import {
  SANDBOX_KEY,
  startSandboxProcess,
  WEBHOOK_SECRET,
  type SandboxProcess,
} from './sandbox-process.ts';
import { Tally, type World } from './world.ts';

/** For each operation. */
const CREDIT_CENTS = 200;

const CARD = {
  method: 'card',
  card_number: '4242424242424242',
  card_expiry: '12 / 34',
  card_cvc: '123',
  card_name: 'A sponsor',
};

export interface ChaosOptions {
  seed: number;
  operations: number;
  /** Visitors stop after so long, done or not. */
  seconds: number;
  /** They go on after that until so much has come about, or nothing is left to do: a machine may be slow. */
  goals?: Goals;
  /** From one kill to the next. */
  killEveryMs: Range;
  /** How long the month's end goes on in bad weather. */
  falloutMs: number;
  /** Whether, once visitors are gone, clocks disagree for long enough to see that refunds wait. */
  setsClocksApart: boolean;
  /** How many processes each of the two programs has that serve pages; one does everything. */
  processes?: number;
  /** A migrated database of its own. */
  databaseUrl: string;
  /** For the sandbox's state. */
  folder: string;
  /** Told of progress, a line at a time. */
  say: (line: string) => void;
}

/** Starts the sandbox and both processes, and lists the plan's products. */
export async function openWorld(options: ChaosOptions): Promise<World> {
  const { seed, operations, databaseUrl, folder, say } = options;
  const plan = makePlan(seed, operations, options.killEveryMs);
  const ports = await twoFreePorts();
  const shared = {
    NODE_ENV: 'test',
    // What goes wrong on purpose would fill the screen.
    LOG_LEVEL: process.env.CHAOS_LOG_LEVEL ?? 'silent',
    DATABASE_URL: databaseUrl,
    STRIPE_SECRET_KEY: SANDBOX_KEY,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    TRUSTED_PROXIES: '127.0.0.1',
    // Sixteen visitors who never wait look like hoarders.
    SHARES_PER_ADDRESS: '10000',
    SITE_URL: `http://127.0.0.1:${ports[0]}`,
    PROCESSES: String(options.processes ?? 1),
  };
  const urls = ports.map((port) => `http://127.0.0.1:${port}/api/stripe/webhook`);
  const sandbox = await startSandboxProcess(path.join(folder, 'sandbox.sqlite'), urls);
  const environment = { ...shared, STRIPE_API_BASE: sandbox.url };
  log.level = configure(environment).LOG_LEVEL;
  const pair = new Pair(ports, environment);
  const made = { productIds: [], sponsored: [] };
  const world = { plan, pair, sandbox, ...made, tally: new Tally(), problems: [] };
  try {
    await pair.start();
    // Enqueues only: the processes do the work.
    await startQueue([], false);
    const productIds = await addProducts(plan);
    const sponsored = await sponsorMatches(sandbox, operations);
    // What disputes and refunds cost is the project's, which starts with something to bear it.
    const credit = { type: 'adjustment', amount: operations * CREDIT_CENTS };
    await sandbox.control('transactions', credit);
    say(
      `seed ${seed}, plan ${plan.digest}: ${operations} operations, ${plan.targets.length} products`,
    );
    return { ...world, productIds, sponsored };
  } catch (error) {
    await pair.stop();
    await sandbox.stop();
    throw error;
  }
}

/**
 * Three matches for any product, one for the first gifts alone, and what their sponsors pay in, each twice.
 * Sessions of the first two, which visitors refund and contest as if they were their own; the third
 * matches gifts while the bank looks into those.
 */
async function sponsorMatches(sandbox: SandboxProcess, operations: number): Promise<string[]> {
  const rules = [
    { mostCents: 3_000, firstGifts: Math.ceil(operations / 20) },
    { mostCents: 1_000 },
    { mostCents: 500, isLeftAlone: true },
  ];
  const sessions: string[] = [];
  for (const { isLeftAlone, ...rule } of rules) {
    const { id } = await aPlace(0, rule);
    for (const payer of ['one', 'two']) {
      const email = `sponsor-${payer}@example.org`;
      const order = await db().transaction((tx) => sponsorship(tx, id, operations * 300));
      const session = await openSession(order);
      await rememberSession(order.id, session);
      const status = await sandbox.pay(session.id, { ...CARD, email });
      if (status !== 303) throw new Error(`a sponsor’s payment was answered with ${status}`);
      if (!isLeftAlone) sessions.push(session.id);
    }
  }
  return sessions;
}

/** An order for the place of a match, as a checkout of its own writes one. */
async function sponsorship(tx: Tx, productId: number, amountCents: number): Promise<Order> {
  const id = randomUUID();
  const visitor = { browserHash: id, addressHash: id, networks: [] };
  const wanted = { kind: 'funding', amountCents, returnUrl: siteUrl() };
  const order = await placeOrder(tx, visitor, wanted);
  const line = { orderId: order.id, productId, productName: 'A match', brand: '', amountCents };
  await tx.insert(orderLines).values(line);
  await changeFunding(tx, productId, { reservedCents: amountCents });
  return order;
}

/** Ends what was started. */
export async function closeWorld({ pair, sandbox }: World): Promise<void> {
  await pair.stop();
  await stopQueue();
  await disconnect();
  await sandbox.stop();
  resetClock();
}

async function addProducts({ targets }: Plan): Promise<number[]> {
  const rows = targets.map((dollars, at) => ({
    id: 5001 + at,
    name: `Product ${5001 + at}`,
    targetCents: dollars * 100,
    searchText: searchText(`Product ${5001 + at}`, 'Unknown'),
  }));
  await db().insert(products).values(rows);
  const pool = await db().transaction((tx) => createPool(tx, 'any', ''));
  return [...rows.map(({ id }) => id), ...(pool.ok ? [pool.id] : [])];
}
