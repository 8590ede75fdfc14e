import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { databaseOn, onServer } from '#test/support/global-setup.ts';
import { prepareDatabase } from './migrate.server.ts';

const name = `migrated_${randomBytes(6).toString('hex')}`;
const addresses = () => ({
  url: databaseOn(inject('siteServerUrl'), name),
  ownerUrl: databaseOn(inject('serverUrl'), name),
});

beforeAll(() => onServer(inject('serverUrl'), `create database ${name}`));
afterAll(() => onServer(inject('serverUrl'), `drop database if exists ${name} with (force)`));

/** Another version of the program in the middle of its migration. */
async function another(hold: string) {
  const client = new pg.Client({
    connectionString: addresses().ownerUrl,
    application_name: 'an older version',
  });
  client.on('error', () => {});
  await client.connect();
  await client.query(hold);
  return client;
}

/** Every advisory lock on this database. */
async function locks(): Promise<number> {
  const client = await another('select 1');
  const { rows } = await client.query(
    `select count(*)::int as n from pg_locks where locktype = 'advisory'
     and database = (select oid from pg_database where datname = current_database())`,
  );
  await client.end();
  return rows[0].n;
}

describe('migrating', () => {
  it('is done once by processes that start together, and leaves no lock behind', async () => {
    const both = await Promise.all([prepareDatabase(addresses()), prepareDatabase(addresses())]);
    expect(both).toEqual(['owns-nothing', 'owns-nothing']);
    expect(await locks()).toBe(0);
  });

  it('says after its time limit who holds the lock, whether a session or a transaction does', async () => {
    for (const hold of [
      'select pg_advisory_lock(4251275)',
      'begin; select pg_advisory_xact_lock(4251275)',
    ]) {
      const holder = await another(hold);
      const { rows } = await holder.query('select pg_backend_pid() as pid');
      await expect(prepareDatabase({ ...addresses(), patienceMs: 200 })).rejects.toThrow(
        new RegExp(
          `more than 0.2 seconds. Its connection is ${rows[0].pid} .*an older version.*pg_terminate_backend\\(${rows[0].pid}\\)`,
        ),
      );
      await holder.end();
    }
    await prepareDatabase({ ...addresses(), patienceMs: 200 });
  });

  it('vacuums a large table that a migration has written anew, which nobody else would', async () => {
    const owner = await another('create table rewritten (id int primary key, wide text)');
    await owner.query(`alter table rewritten alter column wide set storage plain`);
    await owner.query(
      `insert into rewritten select at, repeat('x', 4000) from generate_series(1, 2100) at`,
    );
    await owner.query('alter table rewritten alter column id set data type bigint');
    const visible = async () => {
      const { rows } = await owner.query(
        `select relallvisible as pages from pg_class where relname = 'rewritten'`,
      );
      return rows[0].pages;
    };
    expect(await visible()).toBe(0);
    await prepareDatabase(addresses());
    expect(await visible()).toBeGreaterThan(1_000);
    await owner.query('drop table rewritten');
    await owner.end();
  });

  it('goes on at once after one whose process died in the middle', async () => {
    const holder = await another('begin; select pg_advisory_xact_lock(4251275)');
    const waiting = prepareDatabase({ ...addresses(), patienceMs: 20_000 });
    // As a process that is killed: nothing is said, the connection is gone.
    (
      holder as unknown as { connection: { stream: { destroy(): void } } }
    ).connection.stream.destroy();
    expect(await waiting).toBe('owns-nothing');
  });
});
