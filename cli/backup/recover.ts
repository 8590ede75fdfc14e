import { createHash } from 'node:crypto';
import { chownSync, createReadStream, createWriteStream, existsSync, mkdirSync } from 'node:fs';
import { readdirSync, renameSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { logName } from './carry-log.ts';
import { BASE_FILE, logFolder, proveAbout, sealedName, type Backup } from './place.ts';
import { BackupTrouble, readSealed, type BackupKey } from './sealed-file.ts';
import { DATA, DATABASE } from './take-backup.ts';
import { unpack } from './tar.ts';
import {
  embeddedVersion,
  giveToPostgres,
  shellQuoted,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '#app/platform/database/embedded-postgres.server.ts';

/** Where PostgreSQL asks for files of the log, in the folder of its data. */
const WANTED = 'openassay-wanted';
/** So much more than what is unpacked: the log is played on in it. */
const ROOM_BYTES = 300_000_000;
const A_FILE_OF_LOG = /^[0-9A-F]{24}$/;

interface Wish {
  backup: Backup;
  key: BackupKey | undefined;
  /** Folders that are not there yet, for the database and for what lay beside it. */
  home: string;
  dataDir: string;
  until: Date | undefined;
  /** Whether the recovered database goes on to be used: what is thrown away need not be on the disk. */
  isKept: boolean;
  /** Whether it keeps its log for the backups from there on. */
  archive: boolean;
  progress: (line: string) => void;
}

/** A database that was brought back and runs, and the moment that it reaches to. */
interface Recovered {
  postgres: EmbeddedPostgres;
  mark: Date;
}

/**
 * Unpacks a backup beside everything and plays the log on, to its end or to `until`; the database runs
 * then. Throws `BackupTrouble` with a sentence where the backup or its log is not right or does not
 * reach that far; the folders that it was given may then be deleted.
 */
export async function recover(wish: Wish): Promise<Recovered> {
  const { backup, key, home, dataDir, until, progress } = wish;
  if (process.platform === 'win32') throw new BackupTrouble('Windows cannot restore a backup.');
  proveAbout(backup, key);
  const here = embeddedVersion();
  if (backup.postgres !== here) {
    throw new BackupTrouble(
      `${backup.folder} is of PostgreSQL ${backup.postgres}, and this program brings ${here}. Restore it with the version of the program that made it.`,
    );
  }
  if (until && until > new Date())
    throw new BackupTrouble(`${until.toISOString()} is yet to come.`);
  mkdirSync(home, { mode: 0o700, recursive: true });
  const { bavail, bsize } = statfsSync(home);
  const needed = backup.bytes + ROOM_BYTES;
  if (bavail * bsize < needed) {
    throw new BackupTrouble(
      `${home} has room for ${megabytes(bavail * bsize)}, and the backup needs ${megabytes(needed)}.`,
    );
  }
  await unpackBase(wish);
  mkdirSync(path.join(home, WANTED), { mode: 0o700 });
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(path.join(home, 'recovery.signal'), '');
  giveToPostgres(home);
  const server = serveLog(path.join(home, WANTED), backup.place, key, progress);
  try {
    const postgres = await startEmbeddedPostgres({
      dataDir: home,
      recovery: { restoreCommand: restoreCommand(path.join(home, WANTED)), until },
      archive: wish.archive,
      fsync: wish.isKept,
      progress,
    });
    try {
      server.check(until);
      return { postgres, mark: until ?? (await markOf(postgres, backup)) };
    } catch (error) {
      await postgres.stop();
      throw error;
    }
  } catch (error) {
    server.check(until);
    throw inASentence(error, backup, until);
  } finally {
    await server.stop();
    rmSync(path.join(home, WANTED), { recursive: true, force: true });
  }
}

async function unpackBase({ backup, key, home, dataDir, progress }: Wish): Promise<void> {
  const file = path.join(backup.folder, BASE_FILE);
  if (!existsSync(file)) throw new BackupTrouble(`${file} is missing.`);
  const hash = createHash('sha256');
  for await (const piece of createReadStream(file)) hash.update(piece);
  if (statSync(file).size !== backup.base.bytes || hash.digest('hex') !== backup.base.sha256) {
    throw new BackupTrouble(`${file} is damaged: it is not what was written.`);
  }
  const within = (name: string, top: string, folder: string) =>
    name === top || name.startsWith(`${top}/`)
      ? path.join(folder, name.slice(top.length))
      : undefined;
  await unpack(
    readSealed(file, sealedName(backup.name, BASE_FILE), key),
    (name) => within(name, DATABASE, home) ?? within(name, DATA, dataDir),
    (bytes) => progress(`unpacked ${megabytes(bytes)} of ${megabytes(backup.bytes)}`),
  );
}

/** The moment of the last transaction in it: what the log ends with, or the backup itself. */
async function markOf(postgres: EmbeddedPostgres, backup: Backup): Promise<Date> {
  const client = new pg.Client({ connectionString: postgres.ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query('select pg_last_xact_replay_timestamp() as mark');
    const ended = new Date(backup.endedAt);
    return rows[0].mark > ended ? rows[0].mark : ended;
  } finally {
    await client.end();
  }
}

/**
 * PostgreSQL runs as somebody who may not read the backups, and has no Node: a few words of shell ask
 * for a file of the log and wait for it, for as long as somebody is there to answer.
 */
function restoreCommand(wanted: string): string {
  const at = shellQuoted(wanted).replaceAll('%', '%%');
  return [
    `touch ${at}/%f.want`,
    `while test -d ${at} && test ! -e ${at}/%f && test ! -e ${at}/%f.none; do sleep 0.02; done`,
    `if test -e ${at}/%f; then mv ${at}/%f "%p"; else rm -f ${at}/%f.none; exit 1; fi`,
  ].join('; ');
}

/** Answers what the restore command asks, from the log of a place. */
function serveLog(
  wanted: string,
  place: string,
  key: BackupKey | undefined,
  progress: (line: string) => void,
) {
  const stopping = new AbortController();
  let failure: Error | undefined;
  let served = 0;
  let hole: string | undefined;
  const answer = async (name: string) => {
    const from = path.join(logFolder(place), logName(name));
    const to = path.join(wanted, name);
    rmSync(`${to}.want`, { force: true });
    try {
      // After a damaged one nothing is given: what follows would not follow from it.
      if (failure || !existsSync(from)) {
        // What came with the backup is there already.
        const isThere = existsSync(path.join(path.dirname(wanted), 'pg_wal', name));
        if (!isThere && isHole(name, place)) hole ??= name;
        return writeFileSync(`${to}.none`, '');
      }
      await pipeline(readSealed(from, logName(name), key), createWriteStream(`${to}.part`));
      if (process.getuid?.() === 0) chownSync(`${to}.part`, ...ownerOf(wanted));
      renameSync(`${to}.part`, to);
      progress(`played ${(served += 1)} files of the log`);
    } catch (error) {
      failure = error as Error;
      writeFileSync(`${to}.none`, '');
    }
  };
  const going = (async () => {
    while (!stopping.signal.aborted) {
      for (const name of readdirSync(wanted)) {
        if (name.endsWith('.want')) await answer(name.slice(0, -'.want'.length));
      }
      await sleep(10);
    }
  })();
  return {
    /** Throws where the log was damaged, or has a hole before what was asked for. */
    check(until: Date | undefined) {
      if (failure) throw failure;
      if (hole && !until) {
        throw new BackupTrouble(
          `${path.join(logFolder(place), logName(hole))} is missing, and there is log after it. A restore --to a moment before that is still possible.`,
        );
      }
    },
    async stop() {
      stopping.abort();
      await going;
    },
  };
}

/** Whether what is missing is followed by more of the same timeline. */
function isHole(name: string, place: string): boolean {
  if (!A_FILE_OF_LOG.test(name) || !existsSync(logFolder(place))) return false;
  return readdirSync(logFolder(place)).some(
    (one) => /^[0-9A-F]{24}\.gz$/.test(one) && one.slice(0, 8) === name.slice(0, 8) && one > name,
  );
}

function ownerOf(file: string): [uid: number, gid: number] {
  const { uid, gid } = statSync(file);
  return [uid, gid];
}

function inASentence(error: unknown, backup: Backup, until: Date | undefined): unknown {
  const message = error instanceof Error ? error.message : '';
  if (until && /recovery ended before configured recovery target/.test(message)) {
    const last = /last completed transaction was at log time ([\d-]+ [\d:.]+)/.exec(message)?.[1];
    const reaches = last ? `${last.replace(' ', 'T')}Z` : backup.endedAt;
    return new BackupTrouble(
      `The log in ${logFolder(backup.place)} ends before ${until.toISOString()}: its last transaction was at ${reaches}. Leave --to out to restore all of it.`,
    );
  }
  return error;
}

export function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1e6).toLocaleString('en-US')} MB`;
}
