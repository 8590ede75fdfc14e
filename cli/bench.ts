import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { benchBuyers } from '#bench/buyers.ts';
import { MISSED } from '#bench/goal.ts';
import { benchLog } from '#bench/log.ts';
import { benchMemory } from '#bench/memory.ts';
import { benchNeighbours } from '#bench/neighbours.ts';
import { benchOrders } from '#bench/orders.ts';
import { benchPages } from '#bench/pages.ts';
import { benchReads } from '#bench/reads.ts';
import { benchRelease } from '#bench/release.ts';
import { benchStart } from '#bench/start.ts';
import { benchTasks } from '#bench/tasks.ts';
import { benchWeight } from '#bench/weight.ts';
import { startOwnDatabase } from '#test/support/own-database.ts';

type Say = (line: string) => void;
type Bench = (say: Say) => Promise<string[]>;

/** The goals of `docs/speed.md`, in this order, and what else can be measured. */
const GOALS: Record<string, Bench> = {
  start: benchStart,
  memory: benchMemory,
  weight: benchWeight,
  pages: benchPages,
  reads: benchReads,
  orders: onOwnDatabase(benchOrders),
  buyers: benchBuyers,
};
const BENCHES: typeof GOALS = {
  ...GOALS,
  neighbours: benchNeighbours,
  tasks: benchTasks,
  log: onOwnDatabase(benchLog),
  release: onOwnDatabase(benchRelease),
};

const name = process.argv[2];
const chosen = name ? [BENCHES[name]] : Object.values(GOALS);
for (const bench of chosen) {
  if (!bench) {
    console.error(`Which benchmark? npm run bench -- ${Object.keys(BENCHES).join(' | ')}`);
    process.exit(2);
  }
  const results = await bench((line) => process.stderr.write(`${line}\n`));
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
