import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startOwnDatabase, type OwnDatabase } from '#test/support/own-database.ts';

/*
 * What benchmarks, drills, the fuzz, and the chaos run have in common.
 */

/** Says how far a run is, beside its results. */
export function sayProgress(line: string): void {
  process.stderr.write(`${line}\n`);
}

/**
 * Runs in a folder of its own, which is removed afterwards, also where the run is broken off: what is to
 * be done `afterwards` comes before that, the last one first.
 */
export async function inOwnFolder<Done>(
  name: string,
  work: (folder: string, afterwards: (stop: () => unknown) => void) => Promise<Done>,
): Promise<Done> {
  const folder = mkdtempSync(path.join(tmpdir(), `openassay-${name}-`));
  chmodSync(folder, 0o711); // started as root, a database runs as another user, who has to get in
  const stops: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const cleanUp = async () => {
    for (const stop of stops.splice(0).toReversed()) await stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void cleanUp().finally(() => process.exit(1)));
  }
  return work(folder, (stop) => stops.push(stop)).finally(cleanUp);
}

/** The same with a migrated database that nobody else uses, with fsync on or off. */
export function onOwnDatabase<Done>(
  name: string,
  fsync: boolean,
  work: (database: OwnDatabase, folder: string) => Promise<Done>,
): Promise<Done> {
  return inOwnFolder(name, async (folder, afterwards) => {
    const database = await startOwnDatabase(folder, fsync);
    afterwards(() => database.stop());
    return work(database, folder);
  });
}

/** Options of a command line: whole numbers above 0, and texts, with what each is unless it is typed. */
export function readOptions<Numbers extends string, Texts extends string = never>(
  args: string[],
  numbers: Record<Numbers, number>,
  texts = {} as Record<Texts, string>,
): Record<Numbers, number> & Record<Texts, string> {
  const options = Object.fromEntries(
    Object.keys({ ...numbers, ...texts }).map((name) => [name, { type: 'string' as const }]),
  );
  const typed = Object.entries(parseArgs({ args, options }).values).map(([name, text]) => {
    const value = name in texts ? text : Number(text);
    if (typeof value !== 'number' || (Number.isInteger(value) && value > 0)) return [name, value];
    throw new Error(`--${name} takes a whole number above 0, not ${text}`);
  });
  return { ...numbers, ...texts, ...Object.fromEntries(typed) };
}

/** Prints what did not hold: the exit code is 1 where there is any of it. */
export function printFailures(failures: readonly string[]): void {
  for (const failure of failures) console.log(`FAILED: ${failure}`);
  process.exitCode = failures.length === 0 ? 0 : 1;
}
