import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import {
  freePort,
  giveToPostgres,
  type EmbeddedPostgres,
} from '#app/platform/database/embedded-postgres.server.ts';
import { postgresBinaries } from '#app/platform/database/postgres-binaries.server.ts';
import { onServer } from './global-setup.ts';

export interface StreamingReplica {
  /** By the site's role, and by the one that owns everything. */
  url: string;
  ownerUrl: string;
  pid: number;
  /** As a machine that loses its power. */
  kill(): Promise<void>;
  /** Starts it again on its port. */
  start(): Promise<void>;
}

/** What is of the server that is copied alone. */
const OWN = /\/(postmaster\.(pid|opts)|pg_wal\/.+|pg_replslot\/.+|pg_stat_tmp\/.+)$/;

/**
 * A replica of an embedded server that streams from it, made of a copy of its files; `folder` is where
 * the copy goes. Nothing waits for it, by its name, unless the server is told so.
 */
export async function startReplica(
  primary: EmbeddedPostgres,
  folder: string,
  name = 'replica',
): Promise<StreamingReplica> {
  const home = path.join(folder, name);
  const client = new pg.Client({ connectionString: primary.ownerUrl });
  await client.connect();
  await client.query(`select pg_backup_start('replica', fast => true)`);
  cpSync(primary.dataDir, home, { recursive: true, filter: (from) => !OWN.test(from) });
  const { rows } = await client.query('select * from pg_backup_stop(wait_for_archive => false)');
  const limits = await client.query('show max_connections');
  await client.end();
  writeFileSync(path.join(home, 'backup_label'), rows[0].labelfile);
  writeFileSync(path.join(home, 'standby.signal'), '');
  giveToPostgres(home);
  const port = await freePort();
  const at = (url: string) => Object.assign(new URL(url), { port: String(port) }).href;
  const { username, password, port: primaryPort } = new URL(primary.ownerUrl);
  const settings = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: limits.rows[0].max_connections,
    fsync: 'off',
    wal_retrieve_retry_interval: '200ms',
    primary_conninfo: `host=127.0.0.1 port=${primaryPort} user=${username} password=${password} application_name=${name}`,
  };
  let server: ChildProcess;
  const start = async () => {
    const asRoot = process.getuid?.() === 0;
    server = spawn(
      path.join(postgresBinaries(asRoot), 'bin/postgres'),
      ['-D', home, ...Object.entries(settings).flatMap(([name, to]) => ['-c', `${name}=${to}`])],
      {
        ...(asRoot ? { uid: 65_534, gid: 65_534 } : {}),
        env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
        cwd: '/',
        stdio: 'ignore',
      },
    );
    await answers(at(primary.ownerUrl));
  };
  process.once('exit', () => server.kill('SIGKILL'));
  await start();
  return {
    url: at(primary.url),
    ownerUrl: at(primary.ownerUrl),
    get pid() {
      return server.pid ?? 0;
    },
    start,
    async kill() {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGKILL');
      await ended;
      rmSync(path.join(home, 'postmaster.pid'), { force: true });
    },
  };
}

async function answers(url: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await onServer(url, 'select 1');
    } catch (error) {
      if (tries === 200) throw error;
      await sleep(50);
    }
  }
}
