import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { logFolder } from './place.ts';
import { readSealed, writeSealed, BackupTrouble, type BackupKey } from './sealed-file.ts';
import { ARCHIVE_FOLDER } from '#app/platform/database/embedded-postgres.server.ts';
import { log } from '#app/platform/log.server.ts';

const EVERY_MS = 5_000;

/** The name under which a file of the log is kept, and sealed. */
export function logName(name: string): string {
  return `${name}.gz`;
}

/**
 * Carries what PostgreSQL has archived in the folder of its data to a place of backups, packed and
 * sealed, and only then removes it. A different file that is there under the same name stays: throws.
 */
export async function carryLog(
  home: string,
  place: string,
  key: BackupKey | undefined,
): Promise<void> {
  const from = path.join(home, ARCHIVE_FOLDER);
  if (!existsSync(from)) return;
  const names = readdirSync(from).filter((name) => !name.startsWith('.'));
  if (names.length === 0) return;
  mkdirSync(logFolder(place), { recursive: true, mode: 0o700 });
  // Where a timeline began comes before what is on it.
  const isHistory = (name: string) => Number(name.endsWith('.history'));
  for (const name of names.toSorted((a, b) => isHistory(b) - isHistory(a) || (a < b ? -1 : 1))) {
    const source = path.join(from, name);
    const target = path.join(logFolder(place), logName(name));
    if (!existsSync(target)) {
      await writeSealed(target, logName(name), createReadStream(source), key);
    } else if (!(await isSame(source, target, logName(name), key))) {
      throw new BackupTrouble(
        `${target} holds something else. Does another site keep its backups there? Set BACKUP_DIR to a place of its own.`,
      );
    }
    rmSync(source);
  }
}

async function isSame(
  source: string,
  target: string,
  name: string,
  key: BackupKey | undefined,
): Promise<boolean> {
  const kept: Buffer[] = [];
  for await (const piece of readSealed(target, name, key)) kept.push(piece);
  return Buffer.concat(kept).equals(readFileSync(source));
}

/** Carries the log while a site runs; `stop` does so once more, and ends that. */
export function keepCarryingLog(
  home: string,
  place: string,
  key: BackupKey | undefined,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const carry = async () => {
    try {
      await carryLog(home, place, key);
      said = '';
    } catch (error) {
      const { message } = error as Error;
      // PostgreSQL goes on, and what waits takes up room: once is enough to be told.
      if (message !== said) log.error({ place, message }, 'the log was not carried to the backups');
      said = message;
    }
  };
  let said = '';
  const going = (async () => {
    while (!stopping.signal.aborted) {
      await carry();
      await sleep(EVERY_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await going;
      await carry();
    },
  };
}
