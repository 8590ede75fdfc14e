import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Writable } from 'node:stream';
import { lockDataDir } from '#cli/data-lock.ts';
import { onDatabase } from '#cli/on-database.ts';
import { runReconcile } from '#cli/reconcile.ts';
import { unpack } from './check-backup.ts';
import { finishRestore } from './erase-again.ts';
import { config } from '#app/config.ts';
import { backupsIn } from '#app/database/backups/back-up.server.ts';
import { mergeErasures } from '#app/database/backups/erasure-list.server.ts';
import { logTrouble } from '#app/log/log-trouble.server.ts';

/**
 * `restore [DIR]`: makes an empty DATA_DIR of the newest backup in DIR, or of the one that is named,
 * asks Stripe for what came after it, and erases again whoever was erased since. 1 where Stripe left
 * something open; throws, and leaves DATA_DIR empty, where the backup cannot be unpacked.
 */
export async function runRestore(dir: string, out: Writable): Promise<number> {
  if (process.env.DATABASE_URL) {
    throw new Error('DATABASE_URL is set. docs/backup.md says how to restore that.');
  }
  const given = path.resolve(dir);
  const beside = backupsIn(path.dirname(given));
  const found = beside.find(({ file }) => file === given) ?? backupsIn(given).at(-1);
  if (!found) throw new Error(`${given} is no backup, and holds none.`);
  const dataDir = path.resolve(config().DATA_DIR);
  await fill(dataDir, found.file);
  out.write(
    `Unpacked ${found.file} into ${dataDir}.\nWhat happened after ${found.mark.toISOString()} is not in it. Stripe is asked for payments, refunds, and disputes since; anything else is gone.\n`,
  );
  return onDatabase(() => catchUp(out), { isStopped: true });
}

/** Has the restored database learn what came after the backup; 1 where Stripe left something open. */
async function catchUp(out: Writable): Promise<number> {
  const left = await runReconcile(out, new Writable({ write: (_, __, done) => done() }));
  out.write(await finishRestore());
  out.write(
    left === 0
      ? 'Run openassay audit, and start the site.\n'
      : 'Run openassay reconcile until nothing fails, then openassay audit, before you start the site.\n',
  );
  const { unsigned } = await logTrouble();
  if (unsigned) out.write(`${unsigned}\n`);
  return left;
}

/** Unpacks into a data directory that nobody uses and that holds nothing. */
async function fill(dataDir: string, file: string): Promise<void> {
  const unlock = lockDataDir(dataDir);
  if (!unlock) throw new Error(`${dataDir} is in use by a running site. Stop it first.`);
  const inside = () => readdirSync(dataDir).filter((name) => !name.startsWith('lock.sqlite'));
  try {
    if (inside().length > 0) {
      throw new Error(`${dataDir} is not empty. Move it aside, or set DATA_DIR to another folder.`);
    }
    try {
      await unpack(file, dataDir);
      mergeErasures(path.dirname(file), dataDir);
    } catch (error) {
      for (const name of inside()) rmSync(path.join(dataDir, name), { recursive: true });
      throw new Error(`${file} is not whole. Restore another backup by its name.`, {
        cause: error,
      });
    }
  } finally {
    unlock();
  }
}
