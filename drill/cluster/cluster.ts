import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { haproxyFile, NODES, OF_CLUSTER, patroniFile, pgbouncerFile } from './cluster-files.ts';
import type { NodeName, Ports } from './cluster-files.ts';
import { Daemons, signalProcess, type User } from './daemons.ts';
import { Disks } from './disks.ts';
import { answers, childrenOf, PATH, postgresBinaries, postgresUser, until } from './machine.ts';
import { Patroni } from './patroni.ts';

/** Far more than a node takes that begins with an empty disk. */
const WHOLE_MS = 180_000;

/** Three PostgreSQL nodes under Patroni, with etcd, HAProxy before them, and PgBouncer before that. */
export class Cluster {
  readonly ports: Ports;
  readonly patroni: Patroni;
  readonly disks: Disks;
  readonly #folder: string;
  readonly #daemons: Daemons;
  readonly #password: string;
  readonly #user: User | undefined;

  constructor(folder: string, ports: Ports, password: string) {
    this.#folder = folder;
    this.ports = ports;
    this.#password = password;
    this.#daemons = new Daemons(path.join(folder, 'running'));
    this.#user = process.getuid?.() === 0 ? postgresUser() : undefined;
    this.patroni = new Patroni(ports);
    this.disks = new Disks(folder, this.#user);
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
    // A folder of an older drill, or of one that was killed, has other settings.
    await this.patroni.agree({ ...OF_CLUSTER, synchronous_mode_strict: false });
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
    this.disks.empty(name);
  }

  freeze(name: NodeName): void {
    this.#daemons.signal(name, 'SIGSTOP');
    for (const pid of this.#postgresOf(name)) signalProcess(pid, 'SIGSTOP');
  }

  thaw(name: NodeName): void {
    for (const pid of this.#postgresOf(name)) signalProcess(pid, 'SIGCONT');
    this.#daemons.signal(name, 'SIGCONT');
  }

  /** Leaves no byte on a node's disk, and has its PostgreSQL ask for more. */
  async fillDisk(name: NodeName): Promise<void> {
    this.disks.fill(name);
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

  /** Resolves when every node runs, follows the primary, and commits wait for one; throws after long. */
  async whole(): Promise<void> {
    await until('the whole cluster', () => this.#isWhole(), WHOLE_MS);
  }

  async #isWhole(): Promise<boolean> {
    if (!(await this.patroni.isWhole())) return false;
    const url = this.url('postgres').replace(/openassay$/, 'postgres');
    return onDatabase(url, 'select 1').then(
      (rows) => rows === 1,
      () => false,
    );
  }

  async down(): Promise<void> {
    for (const name of NODES) this.thaw(name);
    for (const name of ['pgbouncer', 'haproxy']) await this.#daemons.end(name);
    const primary = await this.patroni.find('primary');
    // The replicas first, so that none takes over.
    for (const name of NODES.toSorted((a, b) => Number(a === primary) - Number(b === primary))) {
      this.disks.free(name);
      await this.#daemons.end(name);
      this.killPostgres(name); // of a Patroni that was killed
    }
    await this.#daemons.end('etcd');
    for (const name of NODES) this.disks.takeAway(name);
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
    this.disks.make(name);
    const file = patroniFile({
      name,
      ports: this.ports,
      binaries: postgresBinaries(),
      dataDir: this.disks.dataDir(name),
      folder,
      password: this.#password,
    });
    writeFileSync(path.join(this.#folder, `${name}.json`), JSON.stringify(file, null, 2));
  }

  #ownFolder(folder: string): void {
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    if (this.#user) chownSync(folder, this.#user.uid, this.#user.gid);
  }

  /** The processes of a node's PostgreSQL, the first of them first. */
  #postgresOf(name: NodeName): number[] {
    try {
      const file = path.join(this.disks.dataDir(name), 'postmaster.pid');
      const first = Number(readFileSync(file, 'utf8').split('\n')[0]);
      if (!readFileSync(`/proc/${first}/cmdline`, 'utf8').includes(this.disks.dataDir(name)))
        return [];
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

async function onDatabase(connectionString: string, statement: string): Promise<number> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  await client.connect();
  const { rowCount } = await client.query(statement).finally(() => client.end());
  return rowCount ?? 0;
}
