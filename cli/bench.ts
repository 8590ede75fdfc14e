import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MISSED } from '#bench/goal.ts';
import { startOwnDatabase } from '#test/support/own-database.ts';

type Say = (line: string) => void;
type Bench = (say: Say) => Promise<string[]>;

/** The goals of `docs/speed.md`, in this order, and what else can be measured. */
const GOALS: Record<string, () => Promise<Bench>> = {
  start: async () => (await import('#bench/start.ts')).benchStart,
  memory: async () => (await import('#bench/memory.ts')).benchMemory,
  weight: async () => (await import('#bench/weight.ts')).benchWeight,
  pages: async () => (await import('#bench/pages.ts')).benchPages,
  reads: async () => (await import('#bench/reads.ts')).benchReads,
  orders: async () => onOwnDatabase((await import('#bench/orders.ts')).benchOrders),
  buyers: async () => (await import('#bench/buyers.ts')).benchBuyers,
};
const BENCHES: typeof GOALS = {
  ...GOALS,
  neighbours: async () => (await import('#bench/neighbours.ts')).benchNeighbours,
  tasks: async () => (await import('#bench/tasks.ts')).benchTasks,
  log: async () => onOwnDatabase((await import('#bench/log.ts')).benchLog),
  release: async () => onOwnDatabase((await import('#bench/release.ts')).benchRelease),
};

const name = process.argv[2];
const chosen = name ? [BENCHES[name]] : Object.values(GOALS);
for (const load of chosen) {
  if (!load) {
    console.error(`Which benchmark? npm run bench -- ${Object.keys(BENCHES).join(' | ')}`);
    process.exit(2);
  }
  const results = await (await load())((line) => process.stderr.write(`${line}\n`));
  for (const result of results) console.log(result);
  if (results.some((result) => result.endsWith(MISSED))) process.exitCode = 1;
}

function onOwnDatabase(run: (databaseUrl: string, say: Say) => Promise<string[]>): Bench {
  return async (say) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'openassay-bench-'));
    const database = await startOwnDatabase(folder, true);
    const cleanUp = async () => {
      await database.stop();
      rmSync(folder, { recursive: true, force: true });
    };
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => void cleanUp().finally(() => process.exit(1)));
    }
    try {
      // Statistics are gathered by the owner alone.
      return await run(database.ownerUrl, say);
    } finally {
      await cleanUp();
    }
  };
}
