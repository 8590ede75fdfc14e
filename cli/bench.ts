import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startOwnDatabase } from '../test/support/own-database.ts';

type Bench = (databaseUrl: string, say: (line: string) => void) => Promise<string[]>;

/** `npm run bench -- NAME`: two things measured in one run, and their ratio. */
const BENCHES: Record<string, () => Promise<Bench>> = {
  orders: async () => (await import('../bench/orders.ts')).benchOrders,
  enumeration: async () => (await import('../bench/enumeration.ts')).benchEnumeration,
};

const bench = await BENCHES[process.argv[2] ?? '']?.();
if (!bench) {
  console.error(`Which benchmark? npm run bench -- ${Object.keys(BENCHES).join(' | ')}`);
  process.exit(2);
}
const folder = mkdtempSync(path.join(tmpdir(), 'openassay-bench-'));
const database = await startOwnDatabase(folder, true);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void cleanUp().finally(() => process.exit(1)));
}
try {
  const results = await bench(database.url, (line) => process.stderr.write(`${line}\n`));
  for (const result of results) console.log(result);
} finally {
  await cleanUp();
}

async function cleanUp(): Promise<void> {
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
}
