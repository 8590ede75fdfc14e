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
import { onOwnDatabase, sayProgress } from './long-run.ts';

type Say = (line: string) => void;
type Bench = (say: Say) => Promise<string[]>;

/** The goals of `docs/speed.md`, in this order, and what else can be measured. */
const GOALS: Record<string, Bench> = {
  start: benchStart,
  memory: benchMemory,
  weight: benchWeight,
  pages: benchPages,
  reads: benchReads,
  orders: onDatabaseOf(benchOrders),
  buyers: benchBuyers,
};
const BENCHES: typeof GOALS = {
  ...GOALS,
  neighbours: benchNeighbours,
  tasks: benchTasks,
  log: onDatabaseOf(benchLog),
  release: onDatabaseOf(benchRelease),
};

const name = process.argv[2];
const chosen = name ? [BENCHES[name]] : Object.values(GOALS);
for (const bench of chosen) {
  if (!bench) {
    console.error(`Which benchmark? npm run bench -- ${Object.keys(BENCHES).join(' | ')}`);
    process.exit(2);
  }
  const results = await bench(sayProgress);
  for (const result of results) console.log(result);
  if (results.some((result) => result.endsWith(MISSED))) process.exitCode = 1;
}

/** Statistics are gathered by the owner alone. */
function onDatabaseOf(run: (databaseUrl: string, say: Say) => Promise<string[]>): Bench {
  return (say) => onOwnDatabase('bench', true, ({ ownerUrl }) => run(ownerUrl, say));
}
