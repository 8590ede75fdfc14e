import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startEmbeddedPostgres } from './embedded-postgres.server.ts';

let folder: string;
let dataDir: string;

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(tmpdir(), 'openassay-postgres-'));
  // Started as root, the database runs as another user, who has to get in.
  fs.chmodSync(folder, 0o711);
  dataDir = path.join(folder, 'postgres');
});

afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const query = async (url: string, text: string) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
};

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return !/State:\s+Z/.test(fs.readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

it('starts over where a first start died half-way, and keeps what a whole one stored', async () => {
  fs.mkdirSync(`${dataDir}.new-0000/base`, { recursive: true });
  fs.mkdirSync(dataDir);
  const first = await startEmbeddedPostgres({ dataDir, fsync: false });
  await query(first.ownerUrl, 'create table kept (x int)');
  // As earlier versions left it, which knew one role.
  await query(first.ownerUrl, 'drop role openassay_site');
  await first.stop();
  const second = await startEmbeddedPostgres({ dataDir, fsync: false });
  expect(await query(second.ownerUrl, 'select * from kept')).toEqual([]);
  expect(await query(second.url, 'select rolsuper from pg_roles where rolname = user')).toEqual([
    { rolsuper: false },
  ]);
  await expect(query(second.url, 'select * from kept')).rejects.toThrow('permission denied');
  const [encoding] = await query(second.url, 'show server_encoding');
  expect(encoding).toEqual({ server_encoding: 'UTF8' });
  await second.stop();
  expect(fs.readdirSync(folder).filter((name) => name.includes('.new-'))).toEqual([]);
});

it('is not begun anew where a restore was cut off', async () => {
  fs.mkdirSync(`${dataDir}.part`);
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow('restore was not finished');
  expect(fs.existsSync(dataDir)).toBe(false);
});

it('lets nobody in without its password, and keeps that to itself', async () => {
  const running = await startEmbeddedPostgres({ dataDir, fsync: false });
  const url = new URL(running.url);
  url.password = 'guess';
  await expect(query(url.href, 'select 1')).rejects.toThrow(/password/);
  const secret = path.join(running.dataDir, 'openassay-password');
  expect(fs.statSync(secret).mode & 0o077).toBe(0);
  await running.stop();
});

it('starts again on the same address when it was killed', async () => {
  const running = await startEmbeddedPostgres({ dataDir });
  process.kill(running.pid, 'SIGKILL');
  const end = Date.now() + 60_000;
  const asked = () => query(running.url, 'select 1 as one').catch(() => undefined);
  let rows = await asked();
  while (!rows && Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    rows = await asked();
  }
  expect(rows).toEqual([{ one: 1 }]);
  const { pid } = running;
  await running.stop();
  expect(isAlive(pid)).toBe(false);
});

it('refuses a database that it did not make', async () => {
  fs.mkdirSync(dataDir);
  fs.writeFileSync(path.join(dataDir, 'PG_VERSION'), '18\n');
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/not made by this program/);
});

/** For a program that has no place of its own to import from. */
const MODULE = new URL('./embedded-postgres.server.ts', import.meta.url).href;

it('stops when its program is killed', async () => {
  const program = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(MODULE)});
    const { pid } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, fsync: false });
    console.log('pid', pid);
    setInterval(() => {}, 1000);`;
  const owner = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const pid = await new Promise<number>((resolve, reject) => {
    owner.stdout.on('data', (chunk: Buffer) => {
      const outcome = /pid (\d+)/.exec(chunk.toString());
      if (outcome) resolve(Number(outcome[1]));
    });
    owner.once('exit', (code) => reject(new Error(`ended with ${code}`)));
  });
  expect(isAlive(pid)).toBe(true);
  owner.kill('SIGKILL');
  const end = Date.now() + 20_000;
  while (isAlive(pid) && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 50));
  expect(isAlive(pid)).toBe(false);
});
