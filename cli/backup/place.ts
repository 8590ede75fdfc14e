import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { BackupTrouble, proofOf, type BackupKey } from './sealed-file.ts';
import {
  lastVerified,
  VERIFIED_FILE,
  type Verified,
} from '#app/platform/backups/backup-age.server.ts';

/*
 * A place of backups: a folder for each, named after its moment, with `base.tar.gz` and, once that is
 * whole, `backup.json`; `log/` with what happened since, as PostgreSQL's write-ahead log; the lists
 * of erasures; and `verified.json`.
 */

export const BASE_FILE = 'base.tar.gz';
const ABOUT_FILE = 'backup.json';
const DAY_MS = 86_400_000;

/** What a backup says of itself. Moments are the database's, in ISO 8601. */
interface About {
  format: 1;
  name: string;
  /** PostgreSQL's major version: another one cannot open it. */
  postgres: string;
  /** The first file of the log that a restore needs. */
  startLog: string;
  startedAt: string;
  /** From here on it can be restored to any moment that the log reaches. */
  endedAt: string;
  /** Unpacked. */
  bytes: number;
  base: { bytes: number; sha256: string };
  isEncrypted: boolean;
}

export interface Backup extends About {
  folder: string;
  /** The folder around it, with the log. */
  place: string;
}

/** Where the log of a place is. */
export function logFolder(place: string): string {
  return path.join(place, 'log');
}

/** The name under which a file of a backup is sealed, so that none passes for another. */
export function sealedName(backup: string, file: string): string {
  return `${backup}/${file}`;
}

/**
 * A folder for a new backup, which nobody takes for one until `finishBackup`; of two that begin in the
 * same second, one is named after the next.
 */
export function beginBackup(place: string, at: Date): { name: string; unfinished: string } {
  mkdirSync(place, { recursive: true, mode: 0o700 });
  for (let atMs = at.getTime(); ; atMs += 1_000) {
    const name = new Date(atMs).toISOString().replaceAll(':', '').replace(/\.\d+/, '');
    const unfinished = path.join(place, `${name}.part`);
    if (existsSync(path.join(place, name))) continue;
    try {
      mkdirSync(unfinished, { mode: 0o700 });
      return { name, unfinished };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** Says what the backup is, and gives it its name. */
export function finishBackup(
  place: string,
  unfinished: string,
  about: About,
  key: BackupKey | undefined,
): Backup {
  const text = JSON.stringify(about, undefined, 2);
  const written = key ? { about, proof: proofOf(text, key) } : { about };
  writeWhole(path.join(unfinished, ABOUT_FILE), JSON.stringify(written, undefined, 2));
  const folder = path.join(place, about.name);
  renameSync(unfinished, folder);
  return { ...about, folder, place };
}

/** Every whole backup of a place, the oldest first. */
export function backupsIn(place: string): Backup[] {
  if (!existsSync(place)) return [];
  return readdirSync(place)
    .filter((name) => /^\d{4}-\d\d-\d\dT\d{6}Z$/.test(name))
    .filter((name) => existsSync(path.join(place, name, ABOUT_FILE)))
    .toSorted()
    .map((name) => readAbout(place, name));
}

function readAbout(place: string, name: string): Backup {
  const folder = path.join(place, name);
  try {
    const { about } = JSON.parse(readFileSync(path.join(folder, ABOUT_FILE), 'utf8'));
    if (about.format !== 1) {
      throw new BackupTrouble(`${folder} was written by a newer version of this program.`);
    }
    return { ...about, folder, place };
  } catch (error) {
    if (error instanceof BackupTrouble) throw error;
    throw new BackupTrouble(`${folder} is damaged: its ${ABOUT_FILE} cannot be read.`);
  }
}

/** Throws where a backup with a key does not say of itself what was written. */
export function proveAbout({ folder, isEncrypted }: Backup, key: BackupKey | undefined): void {
  if (isEncrypted && !key) {
    throw new BackupTrouble(
      `${folder} is encrypted. Set BACKUP_KEY to the key that it was made with.`,
    );
  }
  if (!isEncrypted && key) {
    throw new BackupTrouble(
      `${folder} is not encrypted, and BACKUP_KEY is set. Unset it if you mean this one.`,
    );
  }
  if (!key) return;
  const { about, proof } = JSON.parse(readFileSync(path.join(folder, ABOUT_FILE), 'utf8'));
  if (proof !== proofOf(JSON.stringify(about, undefined, 2), key)) {
    throw new BackupTrouble(
      `${folder} was encrypted with another key, or its ${ABOUT_FILE} was changed. Set BACKUP_KEY to the key that it was made with.`,
    );
  }
}

/**
 * The backup that a command means: the newest of a place, or the newest that was whole by `until`, or
 * the one whose own folder is named. Throws a sentence where there is none.
 */
export function findBackup(given: string, until?: Date): Backup {
  const folder = path.resolve(given);
  if (existsSync(path.join(folder, ABOUT_FILE))) {
    const backup = readAbout(path.dirname(folder), path.basename(folder));
    if (until && new Date(backup.endedAt) > until) throw tooEarly(backup, until);
    return backup;
  }
  const all = backupsIn(folder);
  const [oldest] = all;
  if (!oldest) {
    const broken = existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('.part'));
    throw new BackupTrouble(
      broken
        ? `${folder} holds a backup that was never finished, and no whole one.`
        : `${folder} is no backup, and holds none.`,
    );
  }
  const found = all.findLast(({ endedAt }) => !until || new Date(endedAt) <= until);
  if (!found && until) throw tooEarly(oldest, until);
  return found ?? oldest;
}

function tooEarly({ folder, endedAt }: Backup, until: Date): BackupTrouble {
  return new BackupTrouble(
    `${until.toISOString()} is before the oldest backup there, ${folder}, which can be restored to ${endedAt} or later.`,
  );
}

/** Notes that a backup was restored aside and found right, up to a moment. */
export function noteVerified(place: string, verified: Verified): void {
  const last = lastVerified(place);
  if (last && last.mark > verified.mark) return;
  writeWhole(path.join(place, VERIFIED_FILE), JSON.stringify(verified));
}

/**
 * Deletes backups that are older than so many days, but the newest and the newest checked one; the
 * log from before the oldest that is left; and what never became a backup. Returns the names.
 */
export function prune(place: string, keepDays: number, now: Date): string[] {
  const all = backupsIn(place);
  const kept = [all.at(-1)?.name, lastVerified(place)?.backup];
  const old = all.filter(
    ({ name, endedAt }) =>
      now.getTime() - new Date(endedAt).getTime() > keepDays * DAY_MS && !kept.includes(name),
  );
  for (const { folder } of old) rmSync(folder, { recursive: true, force: true });
  for (const name of readdirSync(place).filter((one) => one.endsWith('.part'))) {
    const left = path.join(place, name);
    if (now.getTime() - statSync(left).mtimeMs > DAY_MS) {
      rmSync(left, { recursive: true, force: true });
    }
  }
  pruneLog(place, all.find((one) => !old.includes(one))?.startLog);
  return old.map(({ name }) => name);
}

/**
 * Names of the log end with their place in it, whatever the timeline before. What a site is writing at
 * this moment stays.
 */
function pruneLog(place: string, first: string | undefined): void {
  const log = logFolder(place);
  if (!first || !existsSync(log)) return;
  for (const name of readdirSync(log)) {
    if (/^[0-9A-F]{24}.*\.gz$/.test(name) && name.slice(8, 24) < first.slice(8)) {
      rmSync(path.join(log, name), { force: true });
    }
  }
}

function writeWhole(file: string, text: string): void {
  writeFileSync(`${file}.part`, `${text}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.part`, file);
}
