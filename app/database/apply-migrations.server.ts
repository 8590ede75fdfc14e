import { setTimeout as sleep } from 'node:timers/promises';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { sqlState } from './db.server.ts';

/**
 * So long a migration waits for a table at a time: whoever asks for that table waits behind it. Less
 * than the second after which PostgreSQL looks for deadlocks, whose victim would be a visitor.
 */
const LOCK_MS = 500;
const AGAIN_AFTER_MS = 250;
const AGAIN_AT_MOST_MS = 5_000;
const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';

/**
 * Runs the migrations of a folder that a database does not have yet, while a site may be serving from
 * it (decision 0097). Each file is a transaction of its own, which gives up a lock that it does not get
 * within half a second, lets others through, and tries again; throws and says who is in the way where that
 * takes longer than `patienceMs`. A file that builds indexes concurrently runs in none, and goes on
 * where it was stopped.
 */
export async function applyMigrations(client: pg.Client, folder: string, patienceMs: number) {
  await client.query(
    `create schema if not exists drizzle;
     create table if not exists drizzle.__drizzle_migrations
       (id serial primary key, hash text not null, created_at bigint)`,
  );
  const { rows } = await client.query(
    'select max(created_at)::float8 as last from drizzle.__drizzle_migrations',
  );
  for (const { sql, hash, folderMillis } of readMigrationFiles({ migrationsFolder: folder })) {
    if (folderMillis <= (rows[0].last ?? 0)) continue;
    const note = `insert into drizzle.__drizzle_migrations (hash, created_at) values ('${hash}', ${folderMillis})`;
    if (sql.some((one) => CONCURRENT.test(one))) await buildConcurrently(client, [...sql, note]);
    else await insist(client, patienceMs, [...sql, note]);
  }
}

/** In one transaction, and again while it finds a table locked. */
async function insist(client: pg.Client, patienceMs: number, statements: string[]): Promise<void> {
  const end = performance.now() + patienceMs;
  for (let pauseMs = AGAIN_AFTER_MS; ; pauseMs = Math.min(2 * pauseMs, AGAIN_AT_MOST_MS)) {
    await client.query(
      `begin; set local statement_timeout = 0; set local lock_timeout = ${LOCK_MS}`,
    );
    try {
      for (const statement of statements) await client.query(statement);
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback');
      if (![LOCK_NOT_AVAILABLE, DEADLOCK].includes(sqlState(error) ?? '')) throw error;
      if (performance.now() + pauseMs > end) {
        throw new Error(await whoIsInTheWay(client, patienceMs), { cause: error });
      }
      await sleep(pauseMs);
    }
  }
}

async function whoIsInTheWay(client: pg.Client, patienceMs: number): Promise<string> {
  const { rows } = await client.query(
    `select pid, concat_ws(' at ', nullif(application_name, ''), host(client_addr)) as whose,
            to_char(xact_start at time zone 'UTC', 'HH24:MI:SS') as since
     from pg_stat_activity
     where datname = current_database() and xact_start is not null and backend_type = 'client backend'
       and query not like '%pg_advisory_xact_lock%' and pid <> pg_backend_pid()
     order by xact_start limit 1`,
  );
  const waited = `A migration found a table locked for more than ${patienceMs / 1000} seconds; what it began is undone.`;
  const [oldest] = rows;
  if (!oldest) return `${waited} It is free now: start again.`;
  return `${waited} The oldest transaction is that of connection ${oldest.pid}${oldest.whose && ` (${oldest.whose})`}, since ${oldest.since} UTC. Start again when it has ended, or end it: select pg_terminate_backend(${oldest.pid}).`;
}

const CONCURRENT =
  /\b(create (?:unique )?|drop |re)index concurrently\s+(?:if (?:not )?exists\s+)?"?(\w+)"?/i;

/**
 * Each statement by itself: it waits for transactions that have begun before, and nobody waits for it.
 * An index that stands is left; one that was only begun is invalid and is built anew.
 */
async function buildConcurrently(client: pg.Client, statements: string[]): Promise<void> {
  for (const statement of statements) {
    const [, verb, index] = CONCURRENT.exec(statement) ?? [];
    if (index && verb?.toLowerCase().startsWith('create')) {
      const { rows } = await client.query(
        'select indisvalid as is from pg_index where indexrelid = to_regclass($1)',
        [`"${index}"`],
      );
      if (rows[0]?.is) continue;
      if (rows[0]) await client.query(`drop index concurrently "${index}"`);
    }
    await client.query(statement);
  }
}
