import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { getConstructionPlans, getMigrationPlans } from 'pg-boss';
import { applyMigrations } from './apply-migrations.server.ts';
import { sqlState } from './db.server.ts';
import {
  noteVersion,
  refuseNewerSchema,
  refuseOneWay,
  refusePreview,
} from './schema-version.server.ts';
import { grantToSite, limitSite } from './site-role.server.ts';

/** Any number; the same in every process, so that only one migrates at a time. */
const MIGRATION_LOCK = 4_251_275;
/** So long one waits for another that migrates. */
const PATIENCE_MS = 120_000;
const CONNECT_MS = 10_000;
const FOLDER = path.resolve('db/migrations');
const NO_PRIVILEGE = '42501';

/** Whether the site's role owns nothing, or could undo the rules that the database itself holds. */
export type SiteRole = 'owns-nothing' | 'owner';

/** The site's database, by its own role, and by the one that owns the tables where there are two. */
interface DatabaseAddresses {
  url: string;
  ownerUrl: string | undefined;
  /** How long to wait for another process that migrates; two minutes unless a test says so. */
  patienceMs?: number;
  /** Whether it may be migrated where the version before could not run on it anymore. */
  isOneWay?: boolean;
}

/**
 * Brings the schema up to date and gives the site's role what it needs of it (decision 0047). With
 * one address, whose role owns the tables, that one does it all; where it owns none, somebody else
 * has to have migrated: throws and says so where that is not done, or where a newer version than the
 * next one has.
 */
export async function prepareDatabase({
  url,
  ownerUrl,
  patienceMs = PATIENCE_MS,
  isOneWay = false,
}: DatabaseAddresses): Promise<SiteRole> {
  const site = await askRole(url);
  if (ownerUrl || site.mayMigrate) {
    return whileNobodyElseMigrates(ownerUrl ?? url, patienceMs, async () => {
      if (!isOneWay) await withClient(url, refuseOneWay);
      const role = await migrateDatabase(ownerUrl ?? url, site.name, patienceMs);
      await withClient(url, limitSite);
      return role;
    });
  }
  if (await isBehind(url)) {
    throw new Error(
      'The database is not up to date, and the role of DATABASE_URL owns nothing in it. Set DATABASE_OWNER_URL, here or for `openassay migrate`.',
    );
  }
  return 'owns-nothing';
}

/**
 * Holds the lock of migrations by a transaction of a connection of its own, and lets the others wait,
 * who then find nothing to do. The lock ends with that transaction, however this process ends: one
 * that a session held would stay behind at a pooler that hands sessions on. Throws,
 * and says who holds it, where the wait is too long.
 */
async function whileNobodyElseMigrates<T>(
  ownerUrl: string,
  patienceMs: number,
  work: () => Promise<T>,
): Promise<T> {
  return withClient(ownerUrl, async (client) => {
    await client.query('begin');
    // It stands idle for as long as the work takes, which may not end it.
    await client.query('set local idle_in_transaction_session_timeout = 0');
    const until = Date.now() + patienceMs;
    // Tried again and again, and without parameters: whoever waits for the lock, or leaves a portal open,
    // keeps a snapshot, which every index that is built concurrently waits for, in this very migration.
    const tried = `select pg_try_advisory_xact_lock(${MIGRATION_LOCK}) as is`;
    while (!(await client.query(tried)).rows[0].is) {
      if (Date.now() > until) throw new Error(await whoMigrates(client, patienceMs));
      await setTimeout(100);
    }
    const done = await work();
    await client.query('commit');
    return done;
  });
}

/** Who holds the lock, in a sentence for whoever starts the site. */
async function whoMigrates(client: pg.Client, patienceMs: number): Promise<string> {
  const { rows } = await client.query(
    `select l.pid, a.application_name as name, host(a.client_addr) as host,
            to_char(a.state_change at time zone 'UTC', 'HH24:MI:SS') as since
     from pg_locks l left join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.granted
       and l.database = (select oid from pg_database where datname = current_database())
       and ((l.classid::bigint << 32) | l.objid::bigint) = $1`,
    [MIGRATION_LOCK],
  );
  const waited = `Another process has been migrating the database for more than ${patienceMs / 1000} seconds.`;
  const [holder] = rows;
  if (!holder) return `${waited} It has just ended: start again.`;
  const from = [holder.name, holder.host].filter(Boolean).join(' at ');
  return `${waited} Its connection is ${holder.pid} of the database's${from && ` (${from})`}${holder.since ? `, last heard of at ${holder.since} UTC` : ''}. Wait for it, or, if nothing is being upgraded, end it: select pg_terminate_backend(${holder.pid}).`;
}

/** Migrates as the owner, and grants to the site's role where it is another one. */
async function migrateDatabase(ownerUrl: string, siteRole: string, patienceMs: number) {
  return withClient(ownerUrl, async (client) => {
    // A role that is also the site's has its limits: an index may take longer.
    await client.query('set statement_timeout = 0');
    await refusePreview(client, Math.min(...whenMade()));
    await client.query('create extension if not exists pg_trgm');
    await applyMigrations(client, FOLDER, patienceMs);
    await migrateQueue(client);
    await noteVersion(client);
    await vacuumRewritten(client);
    const canAct = `select pg_has_role($1, current_user, 'member') as is`;
    if ((await client.query(canAct, [siteRole])).rows[0].is) return 'owner';
    await grantToSite(client, siteRole);
    return 'owns-nothing';
  });
}

/** Smaller tables are read as fast either way. */
const LARGE_BYTES = 8 * 1024 * 1024;

/**
 * Vacuums large tables of which nothing is known to be visible to all: a migration has written them
 * anew. Indexes that could answer alone read every row until then (decision 0122), and autovacuum
 * comes only once a part of the rows has changed.
 */
async function vacuumRewritten(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select oid::regclass::text as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relallvisible = 0
       and pg_relation_size(oid) >= $1`,
    [LARGE_BYTES],
  );
  for (const { name } of rows) await client.query(`vacuum (analyze) ${name}`);
}

/** The job queue's own tables: as it runs it makes and changes none. */
async function migrateQueue(client: pg.Client): Promise<void> {
  const { pgboss } = createRequire(import.meta.url)('pg-boss/package.json') as {
    pgboss: { schema: number };
  };
  const made = await client.query(`select to_regclass('pgboss.version') as name`);
  if (!made.rows[0].name) return void (await client.query(getConstructionPlans('pgboss')));
  const { rows } = await client.query('select version from pgboss.version');
  const version = Number(rows[0]?.version);
  if (!(version < pgboss.schema)) return;
  // All of it is one request, in which no index can be built concurrently.
  const plans = getMigrationPlans('pgboss', version).replaceAll(' CONCURRENTLY', '');
  await client.query(plans);
}

/**
 * Who the site is to the database, and whether it may change tables: its own, or the first ones. Throws
 * where a much newer version has changed them, and where it could not hold every letter.
 */
async function askRole(url: string): Promise<{ name: string; mayMigrate: boolean }> {
  return withClient(url, async (client) => {
    await refuseNewerSchema(client);
    const { rows } = await client.query(`
      select current_user as name, current_setting('server_encoding') as encoding, coalesce(
        (select pg_has_role(current_user, relowner, 'member')
         from pg_class where oid = to_regclass('public.ledger_entries')),
        has_schema_privilege('public', 'create')) as may`);
    if (rows[0].encoding !== 'UTF8') {
      throw new Error(
        `The database is encoded in ${rows[0].encoding}, which does not hold every letter. Make one in UTF-8 (createdb --encoding=UTF8 --template=template0), and name that one.`,
      );
    }
    return { name: rows[0].name, mayMigrate: rows[0].may };
  });
}

/** When each migration of this version was made, in ms. */
function whenMade(): number[] {
  const journal = JSON.parse(readFileSync(path.join(FOLDER, 'meta/_journal.json'), 'utf8')) as {
    entries: { when: number }[];
  };
  return journal.entries.map(({ when }) => when);
}

/** Whether a migration of this version is missing. */
async function isBehind(url: string): Promise<boolean> {
  const newest = Math.max(...whenMade());
  return withClient(url, async (client) => {
    try {
      const { rows } = await client.query(
        'select max(created_at)::float8 as newest from drizzle.__drizzle_migrations',
      );
      return !(rows[0].newest >= newest);
    } catch (error) {
      const state = sqlState(error);
      if (state === NO_PRIVILEGE || state === '42P01' || state === '3F000') return true;
      throw error;
    }
  });
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
  });
  await client.connect().catch((error: Error) => {
    throw new Error(`The database (DATABASE_URL) cannot be reached: ${error.message}`, {
      cause: error,
    });
  });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
