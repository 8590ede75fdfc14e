import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { benchOrders } from '../bench/orders.ts';
import { startOwnDatabase } from '../test/support/own-database.ts';

/** `npm run bench -- orders`: what the site does in a second, as a ratio to the least it could. */
const [name] = process.argv.slice(2);
if (name !== 'orders') {
  console.error('Which benchmark? npm run bench -- orders');
  process.exit(2);
}
const folder = mkdtempSync(path.join(tmpdir(), 'openassay-bench-'));
const database = await startOwnDatabase(folder, true);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void cleanUp().finally(() => process.exit(1)));
}
try {
  const results = await benchOrders(database.url, (line) => process.stderr.write(`${line}\n`));
  for (const result of results) console.log(result);
} finally {
  await cleanUp();
}

async function cleanUp(): Promise<void> {
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
}
