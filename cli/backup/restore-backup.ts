import { randomBytes } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
} from 'node:fs';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { lockDataDir } from '#cli/data-lock.ts';
import { carryLog } from './carry-log.ts';
import { markRestored } from './restored.ts';
import type { Backup } from './place.ts';
import { recover } from './recover.ts';
import { BackupTrouble, type BackupKey } from './sealed-file.ts';
import {
  embeddedHome,
  giveToPostgres,
  stopLeftOver,
} from '#app/platform/database/embedded-postgres.server.ts';
import { mergeErasures } from '#app/platform/backups/erasure-list.server.ts';

/** What a restore did: the moment that the database reaches to, and what was put aside, where. */
interface Outcome {
  mark: Date;
  aside: string[];
}

/**
 * Puts a backup, and its log up to `until`, in place of the embedded database of a data directory. It
 * is brought back beside the old one and changes places with it when it is whole, so that a restore
 * that fails changes nothing; the old one stays where the outcome says. The payment sandbox stands in
 * for Stripe, which forgets nothing: one that is there stays.
 */
export async function restoreBackup(
  backup: Backup,
  dataDir: string,
  wish: {
    until: Date | undefined;
    key: BackupKey | undefined;
    /** Where the log goes on to, if anywhere. */
    logTo: string | undefined;
    progress: (line: string) => void;
  },
): Promise<Outcome> {
  const unlock = lockDataDir(dataDir);
  if (!unlock) {
    throw new BackupTrouble(
      `${dataDir} is in use by a running site. Stop it first, or set DATA_DIR to another folder.`,
    );
  }
  const home = embeddedHome(path.join(dataDir, 'postgres'));
  const id = randomBytes(4).toString('hex');
  const [staged, beside] = [`${home}.restoring-${id}`, path.join(dataDir, `restoring-${id}`)];
  try {
    await stopLeftOver(home); // of a site that was killed just now
    // What the old database still had to say may be what is to be restored.
    if (wish.logTo && existsSync(home)) await carryLog(home, wish.logTo, wish.key);
    const { postgres, mark } = await recover({
      ...wish,
      backup,
      home: staged,
      dataDir: beside,
      isKept: true,
      archive: wish.logTo !== undefined,
    });
    await postgres.stop();
    markRestored(staged, { mark: mark.toISOString(), restoredAt: new Date().toISOString() });
    giveToPostgres(staged);
    mergeErasures(backup.place, dataDir);
    return { mark, aside: changePlaces(staged, home, beside, dataDir) };
  } finally {
    rmSync(staged, { recursive: true, force: true });
    rmSync(beside, { recursive: true, force: true });
    unlock();
  }
}

/** Undoes all of it where a step fails; returns what was put aside. */
function changePlaces(staged: string, home: string, beside: string, dataDir: string): string[] {
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '');
  const undo: (() => void)[] = [];
  const aside: string[] = [];
  const move = (from: string, to: string) => {
    renameSync(from, to);
    undo.unshift(() => renameSync(to, from));
  };
  const putAside = (file: string) => {
    const to = `${file}.before-${stamp}`;
    move(file, to);
    aside.push(to);
  };
  try {
    // What the second factors in the database were encrypted with.
    const secret = path.join(dataDir, 'auth-secret');
    if (existsSync(path.join(beside, 'auth-secret'))) {
      if (isAnother(path.join(beside, 'auth-secret'), secret)) putAside(secret);
      if (!existsSync(secret)) move(path.join(beside, 'auth-secret'), secret);
    }
    for (const name of ['sandbox.sqlite', 'sandbox-secrets.json']) {
      const [from, to] = [path.join(beside, name), path.join(dataDir, name)];
      if (existsSync(from) && !existsSync(to)) move(from, to);
    }
    for (const folder of ['images', 'photos']) {
      bringPhotos(path.join(beside, folder), path.join(dataDir, folder));
    }
    if (existsSync(home)) putAside(home);
    move(staged, home);
    return aside;
  } catch (error) {
    for (const step of undo) step();
    throw error;
  }
}

function isAnother(one: string, other: string): boolean {
  return existsSync(other) && !readFileSync(one).equals(readFileSync(other));
}

/** Photos that are there stay: they may be newer. */
function bringPhotos(from: string, to: string): void {
  if (!existsSync(from)) return;
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    const place = path.join(to, name);
    if (!existsSync(place)) copyFileSync(path.join(from, name), place);
  }
}
