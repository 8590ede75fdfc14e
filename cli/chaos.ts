import { onOwnDatabase, printFailures, readOptions, sayProgress } from './long-run.ts';
import { bundleSiteProcess } from '#test/support/processes.ts';
import { failuresOf, reportOf } from '#test/chaos/report.ts';
import { runChaos } from '#test/chaos/run-chaos.ts';

/**
 * `npm run chaos -- [--seed N] [--operations N] [--seconds N] [--processes N]`: purchases, refunds, disputes and
 * renewals while everything that can fail does, and books that must come out right. Exit 1 where
 * they do not.
 */
const { seed, operations, seconds, processes } = readOptions(process.argv.slice(2), {
  seed: Date.now() % 1_000_000,
  operations: 2_600,
  seconds: 480,
  processes: 1,
});
const goals = {
  succeeded: Math.min(1_500, Math.floor(operations * 0.6)),
  openKills: Math.min(10, Math.floor(operations / 200)),
};

/** The processes of the site and the sandbox end with this one. */
await onOwnDatabase('chaos', false, async (database, folder) => {
  await bundleSiteProcess();
  const result = await runChaos({
    seed,
    operations,
    seconds,
    processes,
    killEveryMs: [2_000, 4_500],
    falloutMs: 8_000,
    databaseUrl: database.url,
    folder,
    say: sayProgress,
  });
  if (process.env.DEBUG) console.error(Object.fromEntries(result.tally.reasons));
  console.log(reportOf(result));
  const failures = failuresOf(result, goals);
  printFailures(failures);
  console.log(
    failures.length === 0
      ? 'Every paid cent is in the ledger once, and the books are right.'
      : `The run failed. Again with: npm run chaos -- --seed ${seed} --operations ${operations}`,
  );
});
