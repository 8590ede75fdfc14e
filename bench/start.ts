import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startProgram } from '#test/support/program.ts';
import { withMost } from './goal.ts';
import { median } from './median.ts';

const STARTS = 5;
const GOAL_SECONDS = 1.5;
/** The jobs of a start are let finish before the program is ended. */
const REST_MS = 3_000;

/**
 * Seconds from the command to the first answer, on a data directory that is there already: embedded
 * database, payment sandbox and the compiled site; beside it, those of the very first start, which
 * makes the database and brings the first data.
 */
export async function benchStart(say: (line: string) => void): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'openassay-bench-'));
  chmodSync(folder, 0o711);
  try {
    const first = await secondsToStart(folder);
    say(`first start: ${first.toFixed(2)} s`);
    const seconds: number[] = [];
    for (let count = 0; count < STARTS; count += 1) {
      seconds.push(await secondsToStart(folder));
      say(`start ${count + 1} of ${STARTS}: ${seconds.at(-1)?.toFixed(2)} s`);
    }
    const middle = median(seconds);
    return [
      withMost(
        `start on an existing database: ${middle.toFixed(2)} s, the median of ${STARTS}; the fastest ${Math.min(...seconds).toFixed(2)} s`,
        middle,
        GOAL_SECONDS,
        's',
      ),
      `first start: ${(first / middle).toFixed(1)} times as long`,
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function secondsToStart(dataDir: string): Promise<number> {
  const began = performance.now();
  const program = await startProgram({ DATA_DIR: dataDir });
  const seconds = (performance.now() - began) / 1_000;
  await sleep(REST_MS);
  await program.stop();
  return seconds;
}
