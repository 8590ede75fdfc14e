import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MISSED } from '#bench/goal.ts';
import { startOwnDatabase } from '#test/support/own-database.ts';

type Say = (line: string) => void;
type Bench = (say: Say) => Promise<string[]>;

/** `npm run bench -- NAME`: two things measured in one run, and their ratio. */
const BENCHES: Record<string, () => Promise<Bench>> = {
  orders: async () => onOwnDatabase((await import('#bench/orders.ts')).benchOrders),
  buyers: async () => (await import('#bench/buyers.ts')).benchBuyers,
  enumeration: async () => onOwnDatabase((await import('#bench/enumeration.ts')).benchEnumeration),
  share: async () => (await import('#bench/share.ts')).benchShare,
  lighthouse: async () => (await import('#bench/lighthouse.ts')).benchLighthouse,
  weight: async () => (await import('#bench/weight.ts')).benchWeight,
  reads: async () => (await import('#bench/reads.ts')).benchReads,
  sitemap: async () => (await import('#bench/sitemap.ts')).benchSitemap,
  replicas: async () => (await import('#bench/replicas.ts')).benchReplicas,
  burst: async () => (await import('#bench/burst.ts')).benchBurst,
  pages: async () => (await import('#bench/pages.ts')).benchPages,
  start: async () => (await import('#bench/start.ts')).benchStart,
  faults: async () => (await import('#bench/faults.ts')).benchFaults,
  house: async () => (await import('#bench/house.ts')).benchHouse,
  memory: async () => (await import('#bench/memory.ts')).benchMemory,
  neighbours: async () => (await import('#bench/neighbours.ts')).benchNeighbours,
  processes: async () => (await import('#bench/processes.ts')).benchProcesses,
  tasks: async () => (await import('#bench/tasks.ts')).benchTasks,
  completion: async () => (await import('#bench/completion.ts')).benchCompletion,
};

const bench = await BENCHES[process.argv[2] ?? '']?.();
if (!bench) {
  console.error(`Which benchmark? npm run bench -- ${Object.keys(BENCHES).join(' | ')}`);
  process.exit(2);
}
const results = await bench((line) => process.stderr.write(`${line}\n`));
for (const result of results) console.log(result);
if (results.some((result) => result.endsWith(MISSED))) process.exitCode = 1;

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
