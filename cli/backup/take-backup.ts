import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { open, readdir, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import pg from 'pg';
import { beginBackup, finishBackup, sealedName, BASE_FILE, type Backup } from './place.ts';
import { writeSealed, type BackupKey } from './sealed-file.ts';
import { pack, type TarEntry } from './tar.ts';
import { ARCHIVE_FOLDER } from '#app/platform/database/embedded-postgres.server.ts';

/** In the archive: the database's own folder, and files of DATA_DIR beside it. */
export const DATABASE = 'postgres';
export const DATA = 'data';

/** Made anew at a start, or carried on its own; PostgreSQL wants the folders. */
const EMPTIED = [
  'pg_wal pg_replslot pg_dynshmem pg_notify pg_serial pg_snapshots pg_stat_tmp pg_subtrans'.split(
    ' ',
  ),
  ARCHIVE_FOLDER,
].flat();
const LEFT_OUT = /^(postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp.*|openassay-restored.*)$/;
/** Of DATA_DIR, beside the database. */
const SECRETS = ['auth-secret', 'sandbox-secrets.json'];
const PIECE_BYTES = 256 * 1024;

/** What a backup is made of. */
export interface Source {
  /** The database by its owner, and the folder of its data. */
  ownerUrl: string;
  home: string;
  dataDir: string;
  imagesDir: string;
  /** The payment sandbox's state, where it is the one that is used. */
  sandboxCopy: (() => Promise<Buffer>) | undefined;
  /** The bytes of an uploaded photo that is in an object store; undefined where they cannot be had. */
  photoCopy: (photo: { objectKey: string; version: string }) => Promise<Buffer | undefined>;
}

/**
 * Writes a backup of a running embedded database, and of what lies beside it in DATA_DIR, while it
 * goes on being used: by PostgreSQL's own interface for programs that copy the files themselves, for
 * the package has no pg_basebackup. With the log of its own time in it, it can be restored alone.
 */
export async function takeBackup(
  source: Source,
  place: string,
  key: BackupKey | undefined,
  progress: (done: number, of: number) => void,
): Promise<Backup> {
  const client = new pg.Client({ connectionString: source.ownerUrl });
  client.on('error', () => {}); // said by whatever query it breaks
  await client.connect();
  let unfinished: string | undefined;
  try {
    const begun = await begin(client);
    const begunAs = beginBackup(place, new Date(begun.startedAt));
    const { name } = begunAs;
    unfinished = begunAs.unfinished;
    const made: Made = { endedAt: '', bytes: 0 };
    const all = entries(client, source, begun, made, (done) => progress(done, begun.bytes));
    const file = path.join(unfinished, BASE_FILE);
    const base = await writeSealed(
      file,
      sealedName(name, BASE_FILE),
      Readable.from(pack(all)),
      key,
    );
    const { postgres, startLog, startedAt } = begun;
    const about = { format: 1 as const, name, postgres, startLog, startedAt, ...made, base };
    return finishBackup(place, unfinished, { ...about, isEncrypted: key !== undefined }, key);
  } finally {
    if (unfinished) rmSync(unfinished, { recursive: true, force: true });
    // A backup that was not ended ends with its connection, and so does the slot.
    await client.end();
  }
}

/** What is known once all is written. */
interface Made {
  endedAt: string;
  bytes: number;
}

interface Begun {
  postgres: string;
  startLog: string;
  startedAt: string;
  /** About so much is to be copied. */
  bytes: number;
}

async function begin(client: pg.Client): Promise<Begun> {
  // Keeps the log from here on until it is in the backup.
  await client.query('select pg_create_physical_replication_slot($1, true, true)', [
    `openassay_backup_${randomBytes(4).toString('hex')}`,
  ]);
  const { rows } = await client.query(`
    select pg_walfile_name(pg_backup_start('openassay', fast => true)) as "startLog",
      to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "startedAt",
      (current_setting('server_version_num')::int / 10000)::text as postgres,
      (select sum(pg_database_size(oid))::float8 from pg_database) as bytes`);
  return rows[0];
}

/** Every file of the backup; the database's log of its time comes last. */
async function* entries(
  client: pg.Client,
  { home, dataDir, imagesDir, sandboxCopy, photoCopy }: Source,
  { startLog }: Begun,
  made: Made,
  progress: (done: number) => void,
): AsyncGenerator<TarEntry> {
  const counted = function* (entry: TarEntry) {
    yield entry;
    progress((made.bytes += entry.size ?? 0));
  };
  for await (const entry of folder(home, DATABASE)) yield* counted(entry);
  for await (const entry of files(path.join(home, 'global'), `${DATABASE}/global`, [
    'pg_control',
  ])) {
    yield* counted(entry);
  }
  const { rows } = await client.query(`
    select labelfile, spcmapfile, pg_walfile_name(lsn) as "stopLog",
      to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "endedAt"
    from pg_backup_stop(wait_for_archive => false)`);
  const [{ labelfile, spcmapfile, stopLog, endedAt }] = rows;
  made.endedAt = endedAt;
  yield* counted(bytesAs(`${DATABASE}/backup_label`, Buffer.from(labelfile)));
  if (spcmapfile) yield* counted(bytesAs(`${DATABASE}/tablespace_map`, Buffer.from(spcmapfile)));
  const log = path.join(home, 'pg_wal');
  const needed = readdirSync(log).filter(
    (name) =>
      (/^[0-9A-F]{24}$/.test(name) && name >= startLog && name <= stopLog) ||
      name.endsWith('.history'),
  );
  for await (const entry of files(log, `${DATABASE}/pg_wal`, needed)) yield* counted(entry);
  for await (const entry of files(dataDir, DATA, SECRETS)) yield* counted(entry);
  if (sandboxCopy) yield* counted(bytesAs(`${DATA}/sandbox.sqlite`, await sandboxCopy()));
  const { rows: outside } = await client.query(
    'select object_key as "objectKey", version from product_photos where object_key is not null',
  );
  for (const photo of outside) {
    const bytes = await photoCopy(photo);
    if (bytes) yield* counted(bytesAs(`${DATA}/${photo.objectKey}`, bytes));
  }
  if (!existsSync(imagesDir)) return;
  const photos = readdirSync(imagesDir, { withFileTypes: true }).filter((one) => one.isFile());
  const names = photos.map(({ name }) => name);
  for await (const entry of files(imagesDir, `${DATA}/images`, names)) yield* counted(entry);
}

/** A folder of the database and all in it, but for what is left out. */
async function* folder(from: string, to: string): AsyncGenerator<TarEntry> {
  yield { name: to };
  const found = await readdir(from, { withFileTypes: true }).catch(ignoreMissing);
  for (const entry of found ?? []) {
    const [source, name] = [path.join(from, entry.name), `${to}/${entry.name}`];
    if (LEFT_OUT.test(entry.name) || name === `${DATABASE}/global/pg_control`) continue;
    if (entry.isSymbolicLink())
      throw new Error(`${source} lies elsewhere: it cannot be backed up.`);
    if (!entry.isDirectory()) yield* files(from, to, [entry.name]);
    else if (to === DATABASE && EMPTIED.includes(entry.name)) yield { name };
    else yield* folder(source, name);
  }
  if (to === DATABASE) yield { name: `${DATABASE}/pg_wal/archive_status` };
}

/** Files come and go meanwhile: what is gone when its turn comes is in the log, too. */
async function* files(from: string, to: string, names: string[]): AsyncGenerator<TarEntry> {
  for (const name of names) {
    const handle = await open(path.join(from, name)).catch(ignoreMissing);
    if (!handle) continue;
    try {
      const { size } = await handle.stat();
      yield { name: `${to}/${name}`, size, content: exactly(handle, size) };
    } finally {
      await handle.close();
    }
  }
}

/** As many bytes as a file had: what it grows by is in the log, and what is cut off in between. */
async function* exactly(handle: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < size;) {
    const piece = Buffer.alloc(Math.min(PIECE_BYTES, size - at));
    const { bytesRead } = await handle.read(piece, 0, piece.length, at);
    if (bytesRead === 0) yield piece;
    else yield piece.subarray(0, bytesRead);
    at += bytesRead || piece.length;
  }
}

function bytesAs(name: string, bytes: Buffer): TarEntry {
  return {
    name,
    size: bytes.length,
    content: (async function* () {
      yield bytes;
    })(),
  };
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
