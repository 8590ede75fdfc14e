import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { databaseOn, onServer } from '#test/support/global-setup.ts';
import { applyMigrations } from './apply-migrations.server.ts';
import { prepareDatabase } from './migrate.server.ts';
import { noteVersion, ownVersion, refuseNewerSchema, runsOn } from './schema-version.server.ts';

const name = `migrated_${randomBytes(6).toString('hex')}`;
const addresses = () => ({
  url: databaseOn(inject('siteServerUrl'), name),
  ownerUrl: databaseOn(inject('serverUrl'), name),
});

beforeAll(() => onServer(inject('serverUrl'), `create database ${name}`));
afterAll(() => onServer(inject('serverUrl'), `drop database if exists ${name} with (force)`));

/** Another version of the program in the middle of its migration. */
async function another(hold = 'select 1') {
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

  it('has every session of the site begin with limits, unless somebody has set others', async () => {
    const limits = async () => {
      const client = new pg.Client({ connectionString: addresses().url });
      await client.connect();
      const { rows } = await client.query(
        `select current_setting('statement_timeout') as statement,
         current_setting('idle_in_transaction_session_timeout') as idle`,
      );
      await client.query(
        `alter role current_user in database ${name} set statement_timeout = '3s'`,
      );
      await client.end();
      return rows[0];
    };
    expect(await limits()).toEqual({ statement: '20s', idle: '1min' });
    await prepareDatabase(addresses());
    expect(await limits()).toEqual({ statement: '3s', idle: '1min' });
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
    const owner = await another(
      'drop table if exists rewritten; create table rewritten (id int primary key, wide text)',
    );
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
    // While somebody just connects to the server, the newest rows are not yet known visible to all.
    const vacuumed = () => prepareDatabase(addresses()).then(visible);
    await expect.poll(vacuumed, { timeout: 30_000 }).toBeGreaterThan(1_000);
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

describe('a database that does not hold every letter', () => {
  it.each(['LATIN1', 'SQL_ASCII'])('in %s is refused, and stays empty', async (encoding) => {
    const other = `${name}_${encoding.toLowerCase()}`;
    await onServer(
      inject('serverUrl'),
      `create database ${other} encoding '${encoding}' locale 'C' template template0`,
    );
    const ownerUrl = databaseOn(inject('serverUrl'), other);
    const url = databaseOn(inject('siteServerUrl'), other);
    await expect(prepareDatabase({ url, ownerUrl })).rejects.toThrow(
      `The database is encoded in ${encoding}, which does not hold every letter. Make one in UTF-8`,
    );
    const client = new pg.Client({ connectionString: ownerUrl });
    await client.connect();
    const { rows } = await client.query(
      `select count(*)::int as made from pg_namespace where nspname in ('drizzle', 'pgboss')`,
    );
    expect(rows).toEqual([{ made: 0 }]);
    await client.end();
    await onServer(inject('serverUrl'), `drop database ${other}`);
  });
});

describe('migrations of a database that is in use', () => {
  const folders: string[] = [];
  afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

  /** Files as the generator writes them, later than all that the database has. */
  function migrationsOf(...files: string[]): string {
    const folder = mkdtempSync(path.join(tmpdir(), 'openassay-migrations-'));
    folders.push(folder);
    const entries = files.map((text, at) => {
      writeFileSync(path.join(folder, `${at}.sql`), text);
      // Each call's are later than those of the call before.
      return { tag: String(at), when: 4e12 + 100 * folders.length + at, breakpoints: true };
    });
    mkdirSync(path.join(folder, 'meta'));
    writeFileSync(path.join(folder, 'meta/_journal.json'), JSON.stringify({ entries }));
    return folder;
  }

  it('give a lock up again after half a second, so that the site goes on, and go on when it is free', async () => {
    const [migrating, holder, visitor] = [await another(), await another(), await another()];
    await holder.query('create table asked_for (id int)');
    await holder.query('begin; select from asked_for');
    const folder = migrationsOf('alter table asked_for add column more int');
    const migrated = applyMigrations(migrating, folder, 30_000);
    // Waits behind the migration for as long as that waits, and no longer.
    for (let asked = 0; asked < 5; asked += 1) {
      await visitor.query('set statement_timeout = 2500; select from asked_for');
      await visitor.query('select pg_sleep(0.1)');
    }
    await holder.query('commit');
    await migrated;
    await visitor.query('select more from asked_for');
    for (const client of [migrating, holder, visitor]) await client.end();
  });

  it('say who is in the way where they find no moment, and undo the file that they were at', async () => {
    const [migrating, holder] = [await another(), await another()];
    await holder.query('create table held (id int)');
    await holder.query('begin; select from held');
    const { rows } = await holder.query('select pg_backend_pid() as pid');
    const folder = migrationsOf(
      'create table stays ()',
      'create table goes ();--> statement-breakpoint\nalter table held add column more int',
    );
    await expect(applyMigrations(migrating, folder, 100)).rejects.toThrow(
      new RegExp(`more than 0.1 seconds.* connection ${rows[0].pid} \\(an older version`),
    );
    const { rows: found } = await migrating.query(
      `select to_regclass('stays') is not null as stays, to_regclass('goes') is not null as goes`,
    );
    expect(found).toEqual([{ stays: true, goes: false }]);
    await holder.query('commit');
    await applyMigrations(migrating, folder, 100);
    for (const client of [migrating, holder]) await client.end();
  });

  it('build an index while others write, and build anew what was begun and not finished', async () => {
    const [migrating, writer] = [await another(), await another()];
    await writer.query('create table indexed (id int); insert into indexed values (1), (1)');
    const unique = 'create unique index concurrently "one_each" on indexed (id)';
    await expect(writer.query(unique)).rejects.toThrow(/could not create unique index/);
    await writer.query('delete from indexed');
    await writer.query('begin; insert into indexed values (1)');
    const migrated = applyMigrations(
      migrating,
      migrationsOf(
        `${unique};--> statement-breakpoint\ncreate index concurrently more on indexed (id)`,
      ),
      100,
    );
    // Nobody waits for it, though it waits for whoever writes.
    await writer.query('select pg_sleep(0.3)');
    await writer.query('insert into indexed values (2); commit');
    await migrated;
    const { rows } = await writer.query(
      `select indexrelid::regclass::text as name, indisvalid as is from pg_index
       where indrelid = 'indexed'::regclass order by 1`,
    );
    expect(rows).toEqual([
      { name: 'more', is: true },
      { name: 'one_each', is: true },
    ]);
    for (const client of [migrating, writer]) await client.end();
  });
});

describe('going back to an older version', () => {
  it.each([
    ['0.2.0', '0.1.0', true],
    ['0.2.0', '0.3.4', true],
    ['0.2.9', '0.4.0', false],
    ['1.0.0', '0.9.0', true],
    ['0.9.0', '1.0.0', false],
  ])('of %s to a database of %s: %s', (own, noted, does) => {
    expect(runsOn(own, noted)).toBe(does);
  });

  it('works by one version, and is refused with a sentence by more', async () => {
    const client = await another();
    await refuseNewerSchema(client);
    const [major, minor] = ownVersion().split('.').map(Number) as [number, number];
    await noteVersion(client, `${major}.${minor + 1}.0`);
    await prepareDatabase(addresses());
    // The next version's note stays, though this one has prepared the database since.
    await expect(refuseNewerSchema(client, `${major}.${minor - 1}.0`)).rejects.toThrow();
    await noteVersion(client, `${major}.${minor + 2}.0`);
    await expect(prepareDatabase(addresses())).rejects.toThrow(
      `this is version ${ownVersion()}, which does not know it. Start version ${major}.${minor + 1} or a newer one`,
    );
    await client.end();
  });

  it('is refused before anything is migrated where it would not work, unless that is meant', async () => {
    const client = await another();
    const [major, minor] = ownVersion().split('.').map(Number) as [number, number];
    const noted = `brought up to date by version ${major}.${minor - 2}.7`;
    await client.query(`comment on schema drizzle is '${noted}'`);
    const note = async () =>
      (await client.query(`select obj_description('drizzle'::regnamespace, 'pg_namespace') as is`))
        .rows[0].is;
    await expect(prepareDatabase(addresses())).rejects.toThrow(
      `could not run on it once this version, ${ownVersion()}, has migrated it: only a backup would lead back. Start version ${major}.${minor - 1} first`,
    );
    expect(await note()).toBe(noted);
    await prepareDatabase({ ...addresses(), isOneWay: true });
    expect(await note()).toContain(ownVersion());
    await client.end();
  });
});
