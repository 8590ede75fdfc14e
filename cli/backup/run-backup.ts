import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { startServices, useServices } from '#cli/services.ts';
import { isMoment } from './moment.ts';
import { findBackup, prune } from './place.ts';
import { megabytes } from './recover.ts';
import { endRestore, restoredAs } from './restored.ts';
import { restoreBackup } from './restore-backup.ts';
import { BackupTrouble, backupKey } from './sealed-file.ts';
import { takeBackup, type Source } from './take-backup.ts';
import { verifyBackup } from './verify-backup.ts';
import { bringBack, outsidePhotos } from '#app/catalogue/images/stored-photos.server.ts';
import { photoBytes } from '#app/catalogue/images/uploaded-photos.server.ts';
import { config, imagesDir } from '#app/config.ts';
import { present } from '#app/kit/assert.ts';
import { counted } from '#app/kit/text.ts';
import { embeddedHome, embeddedPassword } from '#app/platform/database/embedded-postgres.server.ts';
import { prepareDatabase } from '#app/platform/database/migrate.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { moveCursor, RESTORED_CURSOR } from '#app/platform/database/cursor.server.ts';
import { disconnect } from '#app/platform/database/db.server.ts';
import { ObjectStoreError } from '#app/platform/images/object-store.server.ts';
import { mergeErasures } from '#app/platform/backups/erasure-list.server.ts';

/** Between two lines of progress. */
const PROGRESS_MS = 250;
const SECRETS = ['AUTH_SECRET', 'BACKUP_KEY', 'STRIPE_SECRET_KEY', 'SMTP_URL'] as const;

/** `backup [DIR] [--verify]` and `backup verify [DIR]`; undefined where that is not understood. */
export async function runBackup(
  args: string[],
  out: Writable,
  err: Writable,
): Promise<number | undefined> {
  const given = parsed(args, { verify: { type: 'boolean' } });
  if (!given || given.positionals.length > 2) return undefined;
  const [first, second] = given.positionals;
  const isCheck = first === 'verify';
  if (second && !isCheck) return undefined;
  const place = (isCheck ? second : first) ?? config().BACKUP_DIR;
  if (!place) return undefined;
  return saying(out, err, async (progress) => {
    if (!isCheck) await backUp(path.resolve(place), out, progress);
    return isCheck || given.values.verify
      ? verifyBackup(findBackup(place), backupKey(config().BACKUP_KEY), out, progress)
      : 0;
  });
}

async function backUp(place: string, out: Writable, progress: (line: string) => void) {
  const { BACKUP_KEY, BACKUP_KEEP_DAYS, DATA_DIR } = config();
  if (process.env.DATABASE_URL) {
    throw new BackupTrouble(
      'DATABASE_URL is set. This backs up the embedded database; docs/backup.md says how to back up a PostgreSQL of your own.',
    );
  }
  const settings = SECRETS.filter((name) => process.env[name]);
  const missing: string[] = [];
  const services = await useServices();
  try {
    const home = services.embedded?.dataDir ?? embeddedHome(path.join(DATA_DIR, 'postgres'));
    const source: Source = {
      ownerUrl: services.embedded?.ownerUrl ?? ownerUrl(home),
      home,
      dataDir: path.resolve(DATA_DIR),
      imagesDir: imagesDir(),
      async photoCopy(photo) {
        try {
          return Buffer.from(await photoBytes({ ...photo, bytes: null }));
        } catch (error) {
          if (!(error instanceof ObjectStoreError)) throw error;
          missing.push(`${photo.objectKey} (${error.message})`);
          return undefined;
        }
      },
      sandboxCopy: services.sandboxUrl ? () => sandboxCopy(services.sandboxUrl ?? '') : undefined,
    };
    const backup = await takeBackup(source, place, backupKey(BACKUP_KEY), (done, of) =>
      progress(`copied ${megabytes(done)} of ${megabytes(Math.max(done, of))}`),
    );
    mergeErasures(source.dataDir, place);
    const old = prune(place, BACKUP_KEEP_DAYS, new Date());
    progress('');
    out.write(
      [
        `${backup.folder}: ${megabytes(backup.base.bytes)}, ${backup.isEncrypted ? 'encrypted' : 'not encrypted'}. It can be restored to ${backup.endedAt}.`,
        ...(old.length > 0
          ? [`Deleted what was older than ${counted(BACKUP_KEEP_DAYS, 'day')}: ${old.join(', ')}.`]
          : []),
        ...missing.map((photo) => `Not in it, for the object store did not give it: ${photo}.`),
        ...(settings.length > 0
          ? [
              `Not in it, for they are set in the environment: ${settings.join(', ')}. Keep them elsewhere.`,
            ]
          : []),
        '',
      ].join('\n'),
    );
  } finally {
    await services.stop();
  }
}

/** The running site's database by its owner, whose password lies in the folder of the data. */
function ownerUrl(home: string): string {
  const url = new URL(config().DATABASE_URL ?? '');
  url.username = 'postgres';
  url.password = embeddedPassword(home);
  return url.href;
}

async function sandboxCopy(url: string): Promise<Buffer> {
  const answered = await fetch(`${url}/_sandbox/copy`, {
    headers: { authorization: `Bearer ${config().STRIPE_SECRET_KEY}` },
  });
  if (!answered.ok) throw new Error(`The payment sandbox gave no copy of its state.`);
  const { sqlite } = (await answered.json()) as { sqlite: string };
  return Buffer.from(sqlite, 'base64');
}

/** `restore [DIR] [--to TIME]`; undefined where that is not understood. */
export async function runRestore(
  args: string[],
  out: Writable,
  err: Writable,
): Promise<number | undefined> {
  const given = parsed(args, { to: { type: 'string' } });
  if (!given || given.positionals.length > 1) return undefined;
  const place = given.positionals[0] ?? config().BACKUP_DIR;
  if (!place) return undefined;
  return saying(out, err, async (progress) => {
    const until = given.values.to === undefined ? undefined : momentOf(String(given.values.to));
    const { BACKUP_DIR, BACKUP_KEY, DATA_DIR } = config();
    if (process.env.DATABASE_URL) {
      throw new BackupTrouble(
        'DATABASE_URL is set. This restores the embedded database: unset it.',
      );
    }
    const dataDir = path.resolve(DATA_DIR);
    const key = backupKey(BACKUP_KEY);
    const backup = findBackup(place, until);
    const wish = { until, key, logTo: BACKUP_DIR, progress };
    const { mark, aside } = await restoreBackup(backup, dataDir, wish);
    progress('');
    out.write(`Restored ${backup.folder} to ${mark.toISOString()} in ${dataDir}.\n`);
    if (aside.length > 0) out.write(`What was there is kept: ${aside.join(', ')}.\n`);
    return goOn(mark, out, progress);
  });
}

/** What comes after the mark: erasures are made again, and Stripe is asked what it knows. */
async function goOn(mark: Date, out: Writable, progress: (line: string) => void): Promise<number> {
  const services = await startServices();
  try {
    const home = services.embedded?.dataDir ?? '';
    await prepareDatabase({ url: config().DATABASE_URL ?? '', ownerUrl: services.ownerUrl });
    const back = await bringPhotosBack();
    if (back > 0) {
      out.write(
        `${counted(back, 'photo')} that the object store no longer gives ${back === 1 ? 'is' : 'are'} in the database: openassay photos move takes ${back === 1 ? 'it' : 'them'} there.\n`,
      );
    }
    await import('#app/webhooks.ts'); // names the kinds of orders: an erasure may come upon a payment
    const { eraseAgain } = await import('./erase-again.ts');
    const restored = present(restoredAs(home), 'what was restored');
    const erased = await eraseAgain(restored);
    out.write(
      `What happened after ${mark.toISOString()} is not in it. Stripe is asked for what it knows of payments, refunds and disputes since; anything else is gone.\n`,
    );
    const { runReconcile } = await import('#cli/reconcile.ts');
    const left = await runReconcile(out, { write: () => true } as unknown as Writable);
    // What Stripe has brought back may be of somebody who was erased.
    const again = await eraseAgain(restored);
    // What of it was sent before is not known.
    await moveCursor(RESTORED_CURSOR, now());
    endRestore(home);
    progress('');
    out.write(
      `${counted(erased + again, 'person', 'people')} who had been erased since ${erased + again === 1 ? 'was' : 'were'} erased again.\n`,
    );
    out.write(
      left === 0
        ? 'Run openassay audit, take a new backup, and start the site.\n'
        : 'Run openassay reconcile until nothing fails, then openassay audit, before you start the site.\n',
    );
    return left;
  } finally {
    await disconnect();
    await services.stop();
  }
}

/** What the object store has lost since the backup, or is no longer set, comes from the backup. */
async function bringPhotosBack(): Promise<number> {
  let back = 0;
  for (const photo of await outsidePhotos()) {
    const file = path.join(config().DATA_DIR, photo.objectKey);
    if (!existsSync(file)) continue;
    const isThere = await photoBytes({ ...photo, bytes: null }).catch((error: unknown) => {
      if (!(error instanceof ObjectStoreError)) throw error;
      return undefined;
    });
    if (!isThere && (await bringBack(photo, readFileSync(file)))) back += 1;
  }
  return back;
}

/** Reads a moment that names its zone; throws a sentence where it does not. */
function momentOf(text: string): Date {
  if (!isMoment(text)) {
    throw new BackupTrouble(`${text}: give a moment with its zone, such as 2026-11-21T15:04:05Z.`);
  }
  return new Date(text);
}

type Options = Record<string, { type: 'string' | 'boolean' }>;

function parsed(args: string[], options: Options) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch {
    return undefined;
  }
}

/** Runs with a line of progress; what is wrong with a backup, or the disk, is a sentence and 1. */
async function saying(
  out: Writable,
  err: Writable,
  work: (progress: (line: string) => void) => Promise<number>,
): Promise<number> {
  let saidMs = 0;
  const progress = (line: string) => {
    if (line && performance.now() - saidMs < PROGRESS_MS) return;
    saidMs = performance.now();
    err.write(line ? `\r${line.padEnd(64)}` : '\n');
  };
  try {
    return await work(progress);
  } catch (error) {
    const isFull = (error as NodeJS.ErrnoException).code === 'ENOSPC';
    if (!(error instanceof BackupTrouble) && !isFull) throw error;
    err.write('\n');
    out.write(
      isFull ? 'The disk is full. Nothing was changed.\n' : `${(error as Error).message}\n`,
    );
    return 1;
  }
}
