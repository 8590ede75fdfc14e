import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { config } from '#app/config.ts';
import { now } from '#app/platform/clock.server.ts';
import { hasEmbeddedDatabase, RUNNING_FILE } from '#app/database/running-file.server.ts';

/** What a backup that reaches to a moment is called: only one that was checked has such a name. */
export function backupName(mark: Date): string {
  return `${mark.toISOString().replaceAll(':', '')}.tar.gz`;
}

/** Every backup in a folder and the moment that it reaches to, the oldest first. */
export function backupsIn(place: string): { file: string; mark: Date }[] {
  const names = existsSync(place) ? readdirSync(place).toSorted() : [];
  return names.flatMap((name) => {
    const mark = new Date(name.replace(/^(.{13})(\d\d)(.{7})\.tar\.gz$/, '$1:$2:$3'));
    return Number.isNaN(mark.getTime()) ? [] : [{ file: path.join(place, name), mark }];
  });
}

/**
 * How old the newest backup is, with a sentence where that is too old; null where the embedded
 * database is not in use, or has no place for backups.
 */
export function backupAge(): { verified_until: string | null; warning: string | null } | null {
  const { BACKUP_DIR } = config();
  if (!BACKUP_DIR || !hasEmbeddedDatabase()) return null;
  const mark = backupsIn(BACKUP_DIR).at(-1)?.mark;
  if (!mark) return { verified_until: null, warning: 'There is no backup yet.' };
  const hours = Math.floor((now().getTime() - mark.getTime()) / 3_600_000);
  // One that failed for an hour or two is no alarm yet.
  const warning = hours >= 4 ? `The newest backup is ${hours} hours old.` : null;
  return { verified_until: mark.toISOString(), warning };
}

/** Runs the command where BACKUP_DIR is set, beside this process; throws what it said if it fails. */
export async function backUpByClock(): Promise<void> {
  const { BACKUP_DIR, DATA_DIR } = config();
  if (!BACKUP_DIR || !hasEmbeddedDatabase()) return;
  // What the start added, the command finds by itself.
  const added = JSON.parse(readFileSync(path.resolve(DATA_DIR, RUNNING_FILE), 'utf8')) as object;
  const env = Object.entries(process.env).filter(([name]) => !(name in added));
  const command = ['cli/run.cjs', 'openassay', 'backup', BACKUP_DIR];
  await promisify(execFile)(process.execPath, command, { env: Object.fromEntries(env) });
}
