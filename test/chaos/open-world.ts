import path from 'node:path';
import { searchText } from '#app/catalogue/product-keys.ts';
import { configure } from '#app/config.ts';
import { resetClock } from '#app/platform/clock.server.ts';
import { db, disconnect } from '#app/database/db.server.ts';
import { log } from '#app/platform/log.server.ts';
import { startQueue, stopQueue } from '#app/database/queue.server.ts';
import { products } from '#db/schema.ts';
import { Pair } from './pair.ts';
import { makePlan, METALS_DOLLARS, type Plan, type Range } from './plan.ts';
import type { Goals } from './report.ts';
import { twoFreePorts } from './ports.ts';
import { SANDBOX_KEY, startSandboxProcess, WEBHOOK_SECRET } from './sandbox-process.ts';
import { Tally, type World } from './world.ts';

/** For each operation. */
const CREDIT_CENTS = 200;

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
    CHECKOUTS_TIMES: '10000',
    SITE_URL: `http://127.0.0.1:${ports[0]}`,
    PROCESSES: String(options.processes ?? 1),
  };
  const urls = ports.map((port) => `http://127.0.0.1:${port}/api/stripe/webhook`);
  const sandbox = await startSandboxProcess(path.join(folder, 'sandbox.sqlite'), urls);
  const environment = { ...shared, STRIPE_API_BASE: sandbox.url };
  log.level = configure(environment).LOG_LEVEL;
  const pair = new Pair(ports, environment);
  const world = { plan, pair, sandbox, productIds: [], tally: new Tally(), problems: [] };
  try {
    await pair.start();
    // Enqueues only: the processes do the work.
    await startQueue([], false);
    const productIds = await addProducts(plan);
    // What disputes and refunds cost is the project's, which starts with something to bear it.
    const credit = { type: 'adjustment', amount: operations * CREDIT_CENTS };
    await sandbox.control('transactions', credit);
    say(
      `seed ${seed}, plan ${plan.digest}: ${operations} operations, ${plan.targets.length} products`,
    );
    return { ...world, productIds };
  } catch (error) {
    await pair.stop();
    await sandbox.stop();
    throw error;
  }
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
  const rows = targets.map((dollars, at) => {
    const isMetals = dollars === METALS_DOLLARS;
    const item = 5001 + at - (isMetals ? 1 : 0);
    return {
      id: 5001 + at,
      name: `Product ${item}`,
      targetCents: dollars * 100,
      // Some of each, so that a gift of a category finds one.
      category: item % 4 < 2 ? 'Bakery' : 'Unknown',
      searchText: searchText(`Product ${item}`, 'Unknown'),
      ...(isMetals && { panel: 'metals', itemOf: item }),
    };
  });
  await db().insert(products).values(rows);
  return rows.map(({ id }) => id);
}
