import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { PassThrough } from 'node:stream';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { readCommand } from '#cli/commands/read-command.ts';
import { startEmbeddedPostgres } from '#app/database/embedded-postgres.server.ts';
import { prepareDatabase } from '#app/database/migrate.server.ts';
import { databaseOn, onServer } from '#test/support/global-setup.ts';
import { asReleased, putRows } from '#test/support/version-rows.ts';
import { heldBy, tablesInOrder } from './copy-tables.ts';
import { copyAll } from './move.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'openassay-move-'));
chmodSync(folder, 0o711); // started as root, the database runs as another user, who has to get in
const name = `moved_${randomBytes(6).toString('hex')}`;
const there = {
  url: () => databaseOn(inject('siteServerUrl'), name),
  ownerUrl: () => databaseOn(inject('serverUrl'), name),
};
const { PATH, HOME } = process.env;
const env = { PATH, HOME, NODE_ENV: 'production', LOG_LEVEL: 'error', DATA_DIR: folder, PORT: '0' };

function move(...addresses: string[]) {
  const args = ['cli/run.cjs', 'openassay', 'move', ...addresses];
  return spawnSync(process.execPath, args, { encoding: 'utf8', env });
}

async function onEmbedded<T>(work: (ownerUrl: string) => Promise<T>): Promise<T> {
  const dataDir = path.join(folder, 'postgres');
  const { ownerUrl, stop } = await startEmbeddedPostgres({ dataDir, fsync: false });
  return work(ownerUrl).finally(stop);
}

async function held(ownerUrl: string) {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(`set timezone = 'UTC'`);
    return await heldBy(client, await tablesInOrder(client));
  } finally {
    await client.end();
  }
}

beforeAll(() => onServer(inject('serverUrl'), `create database ${name}`));
afterAll(async () => {
  await onServer(inject('serverUrl'), `drop database if exists ${name} with (force)`);
  rmSync(folder, { recursive: true, force: true });
});

it('copies a site with payments, disputes, and results into an empty database, and leaves the old one', async () => {
  const released = JSON.parse(readFileSync('db/released.json', 'utf8')).at(-1);
  const [major, minor] = released.version.split('.');
  const had = await onEmbedded(async (ownerUrl) => {
    await asReleased(ownerUrl, released.last);
    const rows = readFileSync(`test/data/versions/${major}.${minor}.json.gz`);
    const put = await putRows(ownerUrl, rows);
    await prepareDatabase({ url: ownerUrl, ownerUrl });
    const client = new pg.Client({ connectionString: ownerUrl });
    await client.connect();
    await client.query(`select pgboss.create_queue('waiting', '{"policy": "standard"}')`);
    await client.query(`insert into pgboss.job (name) values ('waiting')`);
    await client.end();
    put.set('pgboss.job_common', 1);
    return { put, held: await held(ownerUrl) };
  });

  const moved = move(there.url(), there.ownerUrl());
  expect(moved.stderr).toMatch(/\d+ of \d+ rows: contributions/);
  expect(moved.stdout).toMatch(/^Copied [\d,]+ rows of \d+ tables\. Each table holds as many/);
  expect(moved.stdout).toMatch(
    /The audit says of both:\n\n[^]+The books are right\.[^]+AUTH_SECRET/,
  );

  const now = await held(there.ownerUrl());
  expect(now).toEqual(had.held);
  for (const [table, count] of had.put) {
    expect([table, now.get(table)?.count]).toEqual([table, expect.toSatisfy((is) => is >= count)]);
  }
  await onEmbedded(async (ownerUrl) => {
    expect(await held(ownerUrl)).toEqual(had.held);
    await expect(copyAll(ownerUrl, there.ownerUrl(), new PassThrough())).rejects.toThrow(
      /^There is something in that database: \w+\. Name an empty one\.$/,
    );
  });

  // What was made by the old one goes on: numbers, rules, and rights.
  const client = new pg.Client({ connectionString: there.url() });
  await client.connect();
  await client.query(
    `insert into ledger_transactions (reason, source) values ('x', 'after the move')`,
  );
  await expect(client.query('delete from ledger_transactions')).rejects.toThrow();
  await client.end();
});

it('refuses what is no address of a database, and a site that has one of its own', () => {
  const asked = readCommand(['move', 'localhost']);
  expect(asked).toMatchObject({
    message: expect.stringContaining('not the address of a database'),
  });
  const args = ['cli/run.cjs', 'openassay', 'move', there.url()];
  const other = { ...env, DATABASE_URL: there.url() };
  const ran = spawnSync(process.execPath, args, { encoding: 'utf8', env: other });
  expect(ran.stderr).toContain('Only the embedded database is moved');
});
