import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Writable } from 'node:stream';
import pg from 'pg';
import { create } from 'tar';
import { useServices } from '#cli/services.ts';
import { checkBackup } from './check-backup.ts';
import { config, imagesDir } from '#app/config.ts';
import { backupName, backupsIn } from '#app/database/backups/back-up.server.ts';
import { mergeErasures, RESTORED_FILE } from '#app/database/backups/erasure-list.server.ts';
import { embeddedHome, embeddedPassword } from '#app/database/embedded-postgres.server.ts';

const DAY_MS = 86_400_000;
/** Of one run, or made anew at a start; PostgreSQL wants the folders at the top. */
const LEFT_OUT =
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/|(^|\/)(postmaster\.(pid|opts)|pg_internal\.init|pgsql_tmp)/;

/**
 * `backup [DIR]`: writes a backup of the embedded database and what lies beside it in DATA_DIR, while
 * the site runs or not. It has its name in DIR only when a copy of it has started and its books are
 * right; then those that are too old are deleted. Throws where it cannot be made.
 */
export async function runBackup(dir: string, out: Writable): Promise<number> {
  if (process.env.DATABASE_URL) {
    throw new Error('DATABASE_URL is set. docs/backup.md says how to back that up.');
  }
  const place = path.resolve(dir);
  fs.mkdirSync(place, { recursive: true, mode: 0o700 });
  const work = fs.mkdtempSync(path.join(tmpdir(), 'openassay-backup-'));
  fs.chmodSync(work, 0o711); // root starts the database of the check as another user
  const copy = path.join(work, 'copy');
  const unfinished = path.join(place, `${path.basename(work)}.part`);
  try {
    const mark = await copyAll(copy);
    const how = { mode: 0o600, gzip: { level: 3 }, portable: true };
    await create({ cwd: copy, file: unfinished, ...how }, fs.readdirSync(copy));
    sync(unfinished);
    fs.rmSync(copy, { recursive: true });
    await checkBackup(unfinished, path.join(work, 'check'));
    const file = path.join(place, backupName(mark));
    fs.renameSync(unfinished, file);
    sync(place);
    mergeErasures(config().DATA_DIR, place);
    prune(place, config().BACKUP_KEEP_DAYS);
    out.write(
      `${file}: ${fs.statSync(file).size} bytes. A copy of it started, and its books are right.\n`,
    );
    return 0;
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
    fs.rmSync(unfinished, { force: true });
  }
}

/** Copies what a data directory holds; until when, by the database. */
async function copyAll(to: string): Promise<Date> {
  fs.mkdirSync(to, { mode: 0o700 });
  const { sandboxUrl, stop } = await useServices();
  try {
    const { DATABASE_URL = '', DATA_DIR } = config();
    const home = embeddedHome(path.join(DATA_DIR, 'postgres'));
    const ownerUrl = new URL(DATABASE_URL);
    [ownerUrl.username, ownerUrl.password] = ['postgres', embeddedPassword(home)];
    const mark = await copyDatabase(ownerUrl.href, home, path.join(to, 'postgres'));
    for (const name of ['auth-secret', 'sandbox-secrets.json']) {
      copyIfThere(path.join(DATA_DIR, name), path.join(to, name));
    }
    if (fs.existsSync(imagesDir())) {
      fs.cpSync(imagesDir(), path.join(to, 'images'), { recursive: true, dereference: true });
    }
    // After the database: the provider knows every payment that is in it.
    const sandbox = sandboxUrl && (await sandboxCopy(sandboxUrl));
    if (sandbox) fs.writeFileSync(path.join(to, 'sandbox.sqlite'), sandbox, { mode: 0o600 });
    fs.writeFileSync(path.join(to, RESTORED_FILE), JSON.stringify({ mark }));
    return mark;
  } finally {
    await stop();
  }
}

/**
 * Copies the files of a running database by PostgreSQL's own interface for that, with the log from the
 * start to the stop, without which they are worth nothing; until when, by the database.
 */
async function copyDatabase(ownerUrl: string, home: string, to: string): Promise<Date> {
  const client = new pg.Client({ connectionString: ownerUrl });
  client.on('error', () => {}); // said by whatever query it breaks
  await client.connect();
  try {
    // Keeps the log until it is copied; goes with the connection, as the backup itself does.
    const slot = `backup_${randomBytes(4).toString('hex')}`;
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [slot]);
    const began = await client.query(
      `select pg_walfile_name(pg_backup_start('openassay', fast => true)) as first`,
    );
    copyFolder(home, to);
    const stopped = await client.query(
      `select labelfile, pg_walfile_name(lsn) as last, clock_timestamp() as mark
       from pg_backup_stop(wait_for_archive => false)`,
    );
    const { first, labelfile, last, mark } = { ...began.rows[0], ...stopped.rows[0] };
    fs.writeFileSync(path.join(to, 'backup_label'), labelfile, { mode: 0o600 });
    for (const name of fs.readdirSync(path.join(home, 'pg_wal'))) {
      const isOfIt = /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last;
      if (!isOfIt && !name.endsWith('.history')) continue;
      fs.copyFileSync(path.join(home, 'pg_wal', name), path.join(to, 'pg_wal', name));
    }
    return mark;
  } finally {
    await client.end();
  }
}

function copyFolder(from: string, to: string): void {
  fs.mkdirSync(to, { mode: 0o700 });
  for (const entry of fs.readdirSync(from, { recursive: true, withFileTypes: true })) {
    const source = path.join(entry.parentPath, entry.name);
    const name = path.relative(from, source).replaceAll('\\', '/');
    if (LEFT_OUT.test(name)) continue;
    if (entry.isDirectory()) fs.mkdirSync(path.join(to, name), { recursive: true, mode: 0o700 });
    else copyIfThere(source, path.join(to, name));
  }
}

/** Files come and go meanwhile: what is gone when its turn comes is in the log. */
function copyIfThere(from: string, to: string): void {
  try {
    fs.copyFileSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

async function sandboxCopy(url: string): Promise<Buffer> {
  const headers = { authorization: `Bearer ${config().STRIPE_SECRET_KEY}` };
  const answered = await fetch(`${url}/_sandbox/copy`, { headers });
  if (!answered.ok) throw new Error('The payment sandbox gave no copy of its state.');
  return Buffer.from(((await answered.json()) as { sqlite: string }).sqlite, 'base64');
}

/** Has a file, or the names in a folder, written to the disk; Windows does so for files alone. */
function sync(name: string): void {
  if (process.platform === 'win32') return;
  const handle = fs.openSync(name, 'r');
  fs.fsyncSync(handle);
  fs.closeSync(handle);
}

/** Deletes backups of so many days ago, and what was to become one and has not within a day. */
function prune(place: string, keepDays: number): void {
  for (const { file, mark } of backupsIn(place)) {
    if (Date.now() - mark.getTime() > keepDays * DAY_MS) fs.rmSync(file);
  }
  for (const name of fs.readdirSync(place).filter((one) => one.endsWith('.part'))) {
    const left = path.join(place, name);
    if (Date.now() - fs.statSync(left).mtimeMs > DAY_MS) fs.rmSync(left, { force: true });
  }
}
