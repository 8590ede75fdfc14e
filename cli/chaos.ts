import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startOwnDatabase } from '#test/support/own-database.ts';
import { bundleSiteProcess } from '#test/support/processes.ts';
import { failuresOf, reportOf } from '#test/chaos/report.ts';
import { runChaos } from '#test/chaos/run-chaos.ts';

/**
 * `npm run chaos -- [--seed N] [--operations N] [--seconds N] [--processes N]`: purchases, refunds, disputes and
 * renewals while everything that can fail does, and books that must come out right. Exit 1 where
 * they do not.
 */
const { values } = parseArgs({
  args: process.argv.slice(2),
  options: {
    seed: { type: 'string' },
    operations: { type: 'string', default: '2600' },
    seconds: { type: 'string', default: '480' },
    processes: { type: 'string', default: '1' },
  },
});
const seed = whole('seed', values.seed ?? String(Date.now() % 1_000_000));
const operations = whole('operations', values.operations);
const seconds = whole('seconds', values.seconds);
const processes = whole('processes', values.processes);
const goals = {
  succeeded: Math.min(1_500, Math.floor(operations * 0.6)),
  openKills: Math.min(10, Math.floor(operations / 200)),
};

const folder = mkdtempSync(path.join(tmpdir(), 'openassay-chaos-'));
const database = await startOwnDatabase(folder, false);
await bundleSiteProcess();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void cleanUp().finally(() => process.exit(1)));
}
try {
  const say = (line: string) => process.stderr.write(`${line}\n`);
  const result = await runChaos({
    seed,
    operations,
    seconds,
    processes,
    killEveryMs: [2_000, 4_500],
    falloutMs: 8_000,
    databaseUrl: database.url,
    folder,
    say,
  });
  if (process.env.DEBUG) console.error(Object.fromEntries(result.tally.reasons));
  console.log(reportOf(result));
  const failures = failuresOf(result, goals);
  for (const failure of failures) console.log(`FAILED: ${failure}`);
  console.log(
    failures.length === 0
      ? 'Every paid cent is in the ledger once, and the books are right.'
      : `The run failed. Again with: npm run chaos -- --seed ${seed} --operations ${operations}`,
  );
  process.exitCode = failures.length === 0 ? 0 : 1;
} finally {
  await cleanUp();
}

/** The processes of the site and the sandbox end with this one. */
async function cleanUp(): Promise<void> {
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
}

function whole(name: string, text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new Error(`--${name} takes a whole number above 0, not ${text}`);
}
