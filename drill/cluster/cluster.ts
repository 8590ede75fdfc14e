import { execFileSync, spawnSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { haproxyFile, NODES, patroniFile, pgbouncerFile } from './cluster-files.ts';
import type { NodeName, Ports } from './cluster-files.ts';
import { Daemons, signalProcess, type User } from './daemons.ts';
import { answers, childrenOf, PATH, postgresBinaries, postgresUser, until } from './machine.ts';

const DISK = '1G';
/** Far more than a node takes that begins with an empty disk. */
const WHOLE_MS = 180_000;

/** Three PostgreSQL nodes under Patroni, with etcd, HAProxy before them, and PgBouncer before that. */
export class Cluster {
  readonly ports: Ports;
  readonly #folder: string;
  readonly #daemons: Daemons;
  readonly #password: string;
  readonly #user: User | undefined;
  #hasDisks = false;

  constructor(folder: string, ports: Ports, password: string) {
    this.#folder = folder;
    this.ports = ports;
    this.#password = password;
    this.#daemons = new Daemons(path.join(folder, 'running'));
    this.#user = process.getuid?.() === 0 ? postgresUser() : undefined;
  }

  /** The site's database by a role, through a port. */
  url(role: 'openassay_site' | 'openassay_owner' | 'postgres', port = this.ports.write): string {
    return `postgres://${role}:${this.#password}@127.0.0.1:${port}/openassay`;
  }

  /** A database of its own on the same cluster, for probes. */
  get probeUrl(): string {
    return `postgres://postgres:${this.#password}@127.0.0.1:${this.ports.write}/probe`;
  }

  /** Resolves when it is whole; what the folder holds of an earlier round goes on. */
  async up(): Promise<void> {
    await this.down(); // of a drill that was killed
    for (const part of ['', 'etcd', ...NODES]) this.#ownFolder(path.join(this.#folder, part));
    for (const name of NODES) this.#writeNodeFile(name);
    const users = path.join(this.#folder, 'users.txt');
    const roles = ['openassay_site', 'openassay_owner'];
    writeFileSync(users, roles.map((role) => `"${role}" "${this.#password}"\n`).join(''));
    writeFileSync(path.join(this.#folder, 'haproxy.cfg'), haproxyFile(this.ports));
    writeFileSync(path.join(this.#folder, 'pgbouncer.ini'), pgbouncerFile(this.ports, users));
    this.startEtcd();
    await until('etcd', () => answers(`http://127.0.0.1:${this.ports.etcd}/health`));
    for (const name of NODES) this.startNode(name);
    this.startBalancer();
    await this.whole();
    this.startPooler();
    await this.#makeDatabases();
  }

  startEtcd(): void {
    const [own, peers] = [this.ports.etcd, this.ports.etcdPeers].map(
      (port) => `http://127.0.0.1:${port}`,
    ) as [string, string];
    const options = {
      name: 'drill',
      'data-dir': path.join(this.#folder, 'etcd', 'data'),
      'listen-client-urls': own,
      'advertise-client-urls': own,
      'listen-peer-urls': peers,
      'initial-advertise-peer-urls': peers,
      'initial-cluster': `drill=${peers}`,
    };
    const given = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
    this.#start('etcd', ['etcd', '--enable-v2', ...given]);
  }

  startNode(name: NodeName): void {
    this.#start(name, ['patroni', path.join(this.#folder, `${name}.json`)]);
  }

  startBalancer(): void {
    this.#start('haproxy', ['haproxy', '-db', '-f', path.join(this.#folder, 'haproxy.cfg')]);
  }

  startPooler(): void {
    this.#start('pgbouncer', ['pgbouncer', path.join(this.#folder, 'pgbouncer.ini')]);
  }

  /** As if it had lost its power. */
  kill(name: 'etcd' | 'haproxy' | 'pgbouncer'): Promise<void> {
    return this.#daemons.end(name, 'SIGKILL');
  }

  /** PostgreSQL alone; Patroni lives. */
  killPostgres(name: NodeName): void {
    for (const pid of this.#postgresOf(name)) signalProcess(pid, 'SIGKILL');
  }

  /** As if the machine had lost its power. */
  async lose(name: NodeName): Promise<void> {
    const postgres = this.#postgresOf(name);
    await this.#daemons.end(name, 'SIGKILL');
    for (const pid of postgres) signalProcess(pid, 'SIGKILL');
  }

  /** Loses a node and what is on its disk. */
  async wipe(name: NodeName): Promise<void> {
    await this.lose(name);
    rmSync(this.#dataDir(name), { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }

  freeze(name: NodeName): void {
    this.#daemons.signal(name, 'SIGSTOP');
    for (const pid of this.#postgresOf(name)) signalProcess(pid, 'SIGSTOP');
  }

  thaw(name: NodeName): void {
    for (const pid of this.#postgresOf(name)) signalProcess(pid, 'SIGCONT');
    this.#daemons.signal(name, 'SIGCONT');
  }

  /** Whether nodes have disks of their own, which can be filled. */
  get hasDisks(): boolean {
    return this.#hasDisks;
  }

  /** Leaves no byte on a node's disk, and has its PostgreSQL ask for more. */
  async fillDisk(name: NodeName): Promise<void> {
    const disk = this.#diskOf(name);
    const { bavail, bsize } = statfsSync(disk);
    // The last blocks that the file's own record takes are left out.
    execFileSync('fallocate', ['-l', String((bavail - 64) * bsize), this.#ballast(name)]);
    const client = new pg.Client({ connectionString: this.url('postgres') });
    client.on('error', () => {});
    try {
      await client.connect();
      for (let segments = 0; segments < 60; segments += 1) {
        await client.query(`set statement_timeout = '3s'; select pg_switch_wal()`);
        await client.query('create temporary table if not exists filling (at timestamptz)');
        await client.query('select txid_current()');
      }
    } catch {
      // It is full.
    } finally {
      void client.end().catch(() => {});
    }
  }

  freeDisk(name: NodeName): void {
    rmSync(this.#ballast(name), { force: true });
  }

  /** The node that leads, or the replica that commits wait for; undefined where there is none. */
  async find(role: 'primary' | 'sync'): Promise<NodeName | undefined> {
    for (const name of NODES) {
      if (await answers(`http://127.0.0.1:${this.ports.patroni(name)}/${role}`)) return name;
    }
    return undefined;
  }

  /** Resolves when every node runs, follows the primary, and commits wait for one; throws after long. */
  async whole(): Promise<void> {
    await until('the whole cluster', () => this.#isWhole(), WHOLE_MS);
  }

  async #isWhole(): Promise<boolean> {
    for (const name of NODES) {
      const address = `http://127.0.0.1:${this.ports.patroni(name)}/cluster`;
      try {
        const response = await fetch(address, { signal: AbortSignal.timeout(2_000) });
        const { members } = (await response.json()) as { members: Member[] };
        const leading = members.filter(({ role }) => role === 'leader');
        const following = members.filter(({ role }) => /replica|sync_standby/.test(role));
        const [leader] = leading;
        return (
          leading.length === 1 &&
          following.length === NODES.length - 1 &&
          members.every(({ state }) => state === 'running' || state === 'streaming') &&
          following.every(({ lag, timeline }) => lag === 0 && timeline === leader?.timeline) &&
          members.some(({ role }) => role === 'sync_standby') &&
          (await canBeReached(this.url('postgres').replace(/openassay$/, 'postgres')))
        );
      } catch {
        // Another one knows.
      }
    }
    return false;
  }

  async down(): Promise<void> {
    for (const name of NODES) this.thaw(name);
    for (const name of ['pgbouncer', 'haproxy']) await this.#daemons.end(name);
    const primary = await this.find('primary');
    // The replicas first, so that none takes over.
    for (const name of NODES.toSorted((a, b) => Number(a === primary) - Number(b === primary))) {
      this.freeDisk(name);
      await this.#daemons.end(name);
      this.killPostgres(name); // of a Patroni that was killed
    }
    await this.#daemons.end('etcd');
    if (this.#user) for (const name of NODES) spawnSync('umount', [this.#diskOf(name)]);
  }

  #start(name: string, command: [string, ...string[]]): void {
    const binaries = postgresBinaries();
    this.#daemons.start(name, command, {
      user: this.#user,
      env: { HOME: this.#folder, PATH: `${binaries}:${PATH}` },
    });
  }

  #writeNodeFile(name: NodeName): void {
    const folder = path.join(this.#folder, name);
    this.#makeDisk(name);
    const file = patroniFile({
      name,
      ports: this.ports,
      binaries: postgresBinaries(),
      dataDir: this.#dataDir(name),
      folder,
      password: this.#password,
    });
    writeFileSync(path.join(this.#folder, `${name}.json`), JSON.stringify(file, null, 2));
  }

  /** A file system in a file, small enough to be filled, where it may be mounted; else a folder. */
  #makeDisk(name: NodeName): void {
    const [image, disk] = [path.join(this.#folder, `${name}.disk`), this.#diskOf(name)];
    mkdirSync(disk, { recursive: true });
    if (!this.#user) return;
    if (!existsSync(image)) {
      execFileSync('truncate', ['-s', DISK, image]);
      execFileSync('mkfs.ext4', ['-q', '-F', '-m', '0', image]);
    }
    this.#hasDisks = spawnSync('mount', ['-o', 'loop', image, disk]).status === 0;
    chownSync(disk, this.#user.uid, this.#user.gid);
  }

  #ownFolder(folder: string): void {
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    if (this.#user) chownSync(folder, this.#user.uid, this.#user.gid);
  }

  #diskOf(name: NodeName): string {
    return path.join(this.#folder, name, 'disk');
  }

  #dataDir(name: NodeName): string {
    return path.join(this.#diskOf(name), 'data');
  }

  #ballast(name: NodeName): string {
    return path.join(this.#diskOf(name), 'ballast');
  }

  /** The processes of a node's PostgreSQL, the first of them first. */
  #postgresOf(name: NodeName): number[] {
    try {
      const file = path.join(this.#dataDir(name), 'postmaster.pid');
      const first = Number(readFileSync(file, 'utf8').split('\n')[0]);
      if (!readFileSync(`/proc/${first}/cmdline`, 'utf8').includes(this.#dataDir(name))) return [];
      return [first, ...childrenOf(first)];
    } catch {
      return [];
    }
  }

  async #makeDatabases(): Promise<void> {
    const url = this.url('postgres').replace(/openassay$/, 'postgres');
    const exists = await onDatabase(url, `select 1 from pg_database where datname = 'probe'`);
    if (exists > 0) return;
    for (const role of ['openassay_owner', 'openassay_site']) {
      await onDatabase(url, `create role ${role} login password '${this.#password}'`);
    }
    await onDatabase(url, 'create database openassay owner openassay_owner');
    await onDatabase(url, 'create database probe');
    await onDatabase(this.probeUrl, 'create table probes (at timestamptz not null)');
  }
}

interface Member {
  role: string;
  state: string;
  lag?: number;
  timeline?: number;
}

async function onDatabase(connectionString: string, statement: string): Promise<number> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  await client.connect();
  const { rowCount } = await client.query(statement).finally(() => client.end());
  return rowCount ?? 0;
}

async function canBeReached(url: string): Promise<boolean> {
  return (await onDatabase(url, 'select 1')) === 1;
}
