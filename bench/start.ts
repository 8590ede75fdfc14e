import { setTimeout as sleep } from 'node:timers/promises';
import { inOwnFolder } from '#cli/long-run.ts';
import { startProgram } from '#test/support/program.ts';
import { withMost } from './goal.ts';
import { median } from './median.ts';

const STARTS = 5;
const GOAL_SECONDS = 2;
/** The jobs of a start are let finish before the program is ended. */
const REST_MS = 3_000;

/**
 * Seconds from the command to the first answer, on a data directory that is there already: embedded
 * database, payment sandbox and the compiled site.
 */
export async function benchStart(say: (line: string) => void): Promise<string[]> {
  return inOwnFolder('bench', async (folder) => {
    say(`first start: ${(await secondsToStart(folder)).toFixed(2)} s`);
    const seconds: number[] = [];
    for (let count = 0; count < STARTS; count += 1) seconds.push(await secondsToStart(folder));
    const middle = median(seconds);
    const text = `start on an existing database: ${middle.toFixed(2)} s, the median of ${STARTS}`;
    return [withMost(text, middle, GOAL_SECONDS, 's')];
  });
}

async function secondsToStart(dataDir: string): Promise<number> {
  const began = performance.now();
  const program = await startProgram({ DATA_DIR: dataDir });
  const seconds = (performance.now() - began) / 1_000;
  await sleep(REST_MS);
  await program.stop();
  return seconds;
}
