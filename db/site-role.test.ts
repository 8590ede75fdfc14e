import { sql } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { RUN_AUDIT_JOB, startNightlyAudit } from '#app/admin/audit/audit-runs.server.ts';
import { jobs } from '#app/jobs.ts';
import { db, sqlState } from '#app/database/db.server.ts';
import { prepareDatabase } from '#app/database/migrate.server.ts';
import { queueSizes, startQueue, stopQueue } from '#app/database/queue.server.ts';
import { asOwner, useDatabase } from '#test/support/database.ts';

const database = useDatabase();

const prepare = () => prepareDatabase({ url: database.url(), ownerUrl: database.ownerUrl() });
const refusedFor = async (statement: string) =>
  db()
    .execute(sql.raw(statement))
    .then(
      () => undefined,
      (error) => sqlState(error),
    );

/** What nobody changes: the ledger, the trail, and the books of tests; each with a column. */
const ONLY_ADDED_TO = {
  admin_actions: 'actor',
  held_releases: 'fewer',
  ledger_entries: 'amount_cents',
  ledger_transactions: 'reason',
  log_leaves: 'leaf',
  release_parts: 'content',
  releases: 'contents',
  shares: 'amount_cents',
  test_costs: 'amount_cents',
  test_endings: 'reason',
  test_registrations: 'reason',
  test_samples: 'number',
  test_settlements: 'amount_cents',
  test_steps: 'day',
};

describe('the role of the site', () => {
  it.each(Object.entries(ONLY_ADDED_TO))(
    'can neither change, empty nor drop %s, nor what protects it',
    async (table, column) => {
      for (const statement of [
        `update ${table} set ${column} = ${column}`,
        `delete from ${table}`,
        `truncate ${table}`,
        `drop table ${table} cascade`,
        `alter table ${table} disable trigger all`,
        `alter table ${table} disable trigger ${table}_append_only`,
        `alter table ${table} rename to gone`,
        `drop trigger ${table}_append_only on ${table}`,
        `create trigger mine before insert on ${table} execute function ledger_is_append_only()`,
      ]) {
        const isOfNoColumn = /set id/.test(statement) && /endings|settlements/.test(table);
        const asked = isOfNoColumn ? statement.replaceAll('id', 'product_id') : statement;
        expect([asked, await refusedFor(asked)]).toEqual([asked, '42501']);
      }
      // Nor does the owner, by mistake.
      for (const statement of [
        `update ${table} set ${column} = ${column}`,
        `delete from ${table}`,
        `truncate ${table} cascade`,
      ]) {
        await expect(asOwner(statement)).rejects.toSatisfy((error) => sqlState(error) === '23001');
      }
    },
  );

  // A database's own rights are no part of what it is cloned from.
  beforeAll(prepare);

  it.each([
    `create temporary table mine (x int)`,
    `select lo_creat(-1)`,
    `select lo_create(0)`,
    `select lo_from_bytea(0, 'a')`,
    `set session_replication_role = replica`,
    `create or replace function ledger_is_append_only() returns trigger language plpgsql as 'begin return new; end'`,
    `create table mine (x int)`,
    `create schema mine`,
    `create role mine`,
    `set role pg_write_all_data`,
    `alter table products disable trigger products_testing_begun`,
    `alter table contributions drop constraint contributions_order_id_orders_id_fk`,
    `delete from drizzle.__drizzle_migrations`,
    `alter table pgboss.job rename to gone`,
  ])('is refused: %s', async (statement) => {
    expect(await refusedFor(statement)).toBe('42501');
  });

  it('owns nothing, and may change every table but those, and the list of migrations', async () => {
    const owned = await db().execute(sql`
      select relname from pg_class where relowner = current_user::regrole
      union select proname from pg_proc where proowner = current_user::regrole`);
    expect(owned.rows).toEqual([]);
    const { rows } = await db().execute<{ name: string }>(sql`
      select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname in ('public', 'drizzle', 'pgboss')
        and not has_table_privilege(c.oid, 'update') and not has_table_privilege(c.oid, 'delete')
      order by 1`);
    expect(rows.map(({ name }) => name)).toEqual([
      '__drizzle_migrations',
      ...Object.keys(ONLY_ADDED_TO),
    ]);
  });

  it('runs the queue, which makes and changes no table of its own', async () => {
    const tables = () =>
      db().execute(sql`select oid, relfilenode from pg_class
        where relnamespace = 'pgboss'::regnamespace order by 1`);
    const before = (await tables()).rows;
    await startQueue(
      jobs.map((job) => ({ ...job, run: async () => {} })),
      true,
    );
    try {
      await startNightlyAudit();
      expect((await queueSizes()).map(({ queue }) => queue)).toContain(RUN_AUDIT_JOB);
    } finally {
      await stopQueue();
    }
    expect((await tables()).rows).toEqual(before);
  });
});

describe('what the owner prepares', () => {
  afterEach(async () => {
    await asOwner('drop table if exists later, later_kept');
  });

  it('covers tables that a later migration makes, as far as they may be changed', async () => {
    await asOwner(`create table later (x int); create table later_kept (x int);
      create trigger later_kept_append_only before update on later_kept
      execute function ledger_is_append_only()`);
    expect(await refusedFor('select * from later')).toBe('42501');
    expect(await prepare()).toBe('owns-nothing');
    expect(await refusedFor('insert into later values (1)')).toBeUndefined();
    expect(await refusedFor('delete from later')).toBeUndefined();
    expect(await refusedFor('insert into later_kept values (1)')).toBeUndefined();
    expect(await refusedFor('delete from later_kept')).toBe('42501');
  });

  it('takes back what the role holds too much', async () => {
    const { rows } = await db().execute<{ role: string }>(sql`select current_user as role`);
    await asOwner(`grant all on ledger_entries, orders to ${rows[0]!.role}`);
    await prepare();
    for (const statement of [
      'delete from ledger_entries',
      'truncate ledger_entries',
      'truncate orders cascade',
    ]) {
      expect([statement, await refusedFor(statement)]).toEqual([statement, '42501']);
    }
  });
});

describe('with one address', () => {
  it('the owner does everything, which is told', async () => {
    expect(await prepareDatabase({ url: database.ownerUrl(), ownerUrl: undefined })).toBe('owner');
    const both = { url: database.ownerUrl(), ownerUrl: database.ownerUrl() };
    expect(await prepareDatabase(both)).toBe('owner');
  });

  it('a role that owns nothing starts where all is migrated, and else says what to do', async () => {
    const alone = () => prepareDatabase({ url: database.url(), ownerUrl: undefined });
    expect(await alone()).toBe('owns-nothing');
    await asOwner(`update drizzle.__drizzle_migrations set created_at = created_at - 1`);
    await expect(alone()).rejects.toThrow(/not up to date.*DATABASE_OWNER_URL/);
    await asOwner(`update drizzle.__drizzle_migrations set created_at = created_at + 1`);
    await asOwner(
      `revoke usage on schema drizzle from public, ${new URL(database.url()).username}`,
    );
    await expect(alone()).rejects.toThrow(/not up to date/);
    await prepare();
  });
});
