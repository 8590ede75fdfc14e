import cluster from 'node:cluster';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkBeforeStart } from './before-start.ts';
import { buildIfStale, isBuilt } from './build.ts';
import { config } from '#app/config.ts';

/**
 * `npm start`: compiles the program where its sources changed, and runs it. What is compiled holds
 * all that it uses, so that a start reads some hundred files instead of two thousand.
 */
config(); // says all that is wrong of the settings, before anything is compiled or started
if (!cluster.isWorker) await checkBeforeStart();
if (!cluster.isWorker && !isBuilt()) await build();
const { runProgram } = await import(pathToFileURL(path.resolve('build/server/index.js')).href);
await runProgram(process.argv[2]);

/** Under the lock of the data: a second start must not replace the pages of a running site. */
async function build(): Promise<void> {
  const { holdDataDir } = await import('./services.ts');
  const release = holdDataDir();
  buildIfStale((line) => process.stdout.write(`${line}\n`));
  release();
}
