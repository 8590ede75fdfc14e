import { on } from 'node:events';
import { DrizzleQueryError, eq, sql, type InferSelectModel, type SQL } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { AnyPgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { config } from '#app/config.ts';
import { forgetCached } from '#app/cache/cache.server.ts';
import { log } from '#app/platform/log.server.ts';

export type Db = NodePgDatabase;
type Transaction = Parameters<Parameters<Db['transaction']>[0]>[0];
type How = Parameters<Db['transaction']>[1];
/** A transaction, or the database itself where a single statement needs none. */
export type Tx = Transaction | Db;

/** How both pools, the site's and the queue's, open connections, and how long they wait. */
export const CONNECTION = {
  // Also the wait for a place in the pool.
  connectionTimeoutMillis: 5_000,
  // A little more than the server's own limit (`site-role.server.ts`): only one that fell silent takes longer.
  query_timeout: 22_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  // Opening one takes longer than what most of a page's statements take.
  idleTimeoutMillis: 5 * 60_000,
};

/** Connections to a server that fell silent are not waited for any longer. */
const GONE_WITHIN_MS = 2_000;

let connection: { pool: pg.Pool; db: Db } | undefined;

/** Opens the pool, to `DATABASE_URL`; repeated calls are no-ops. */
export function connect(): { pool: pg.Pool; db: Db } {
  if (connection) return connection;
  const { DATABASE_URL, DATABASE_POOL_SIZE } = config();
  if (!DATABASE_URL) throw new Error('No database: DATABASE_URL is not set and none was started.');
  const own = new pg.Pool({
    ...CONNECTION,
    connectionString: DATABASE_URL,
    max: DATABASE_POOL_SIZE,
  });
  // Without a listener, a connection that breaks ends the process: idle or in a transaction.
  own.on('error', ({ message }) => log.error({ message }, 'idle database connection failed'));
  own.on('connect', (client) => {
    client.on('error', ({ message }) => log.error({ message }, 'database connection failed'));
  });
  connection = { pool: own, db: drizzle(own) };
  return connection;
}

/**
 * Does something in a transaction: in one of its own, or in a savepoint of the one that `within` is. What
 * it throws undoes all that it wrote. A connection whose transaction failed without a word of the server
 * is not used again: the query builder would give it back to the pool, and keep one on which a
 * transaction could not begin.
 */
export async function inTransaction<T>(
  work: (tx: Transaction) => Promise<T>,
  within: Tx = db(),
  how?: How,
): Promise<T> {
  if (within !== db()) return within.transaction(work);
  const client = await pool()
    .connect()
    .catch((error: Error) => {
      throw new NoConnectionError(error.message, { cause: error });
    });
  let isLost = false;
  try {
    return await drizzle(client).transaction(work, how);
  } catch (error) {
    isLost = isDatabaseAway(error);
    throw error;
  } finally {
    client.release(isLost);
  }
}

/** The same, where `undo` ends it at once with what it comes to: nothing that it wrote is kept. */
export async function undoable<T>(
  work: (tx: Transaction, undo: (outcome: T) => never) => Promise<T>,
  within?: Tx,
): Promise<T> {
  const undone: Error & { outcome?: T } = new Error('undone');
  const undo = (outcome: T) => {
    throw Object.assign(undone, { outcome });
  };
  return inTransaction((tx) => work(tx, undo), within).catch((error: unknown) => {
    if (error === undone) return undone.outcome as T;
    throw error;
  });
}

/** The database gave no connection in time. */
class NoConnectionError extends Error {}

/** The open database; connects on first use. */
export function db(): Db {
  return connect().db;
}

/** The row of a table that fits; undefined where there is none. */
export async function findRow<Table extends PgTable>(
  table: Table,
  where: SQL | undefined,
  tx: Tx = db(),
) {
  const [row] = await tx
    .select()
    .from(table as PgTable)
    .where(where);
  return row as InferSelectModel<Table> | undefined;
}

/** Changes the row of a table that has this id. */
export async function changeRow<Table extends PgTable & { id: AnyPgColumn }>(
  tx: Tx,
  table: Table,
  id: string,
  set: PgUpdateSetSource<Table>,
): Promise<void> {
  await tx.update(table).set(set).where(eq(table.id, id));
}

/** The sum of a column over the rows of its table that fit; 0 of none. */
export async function sumColumn(tx: Tx, column: AnyPgColumn, where?: SQL): Promise<number> {
  const [row] = await tx
    .select({ sum: sql<number>`coalesce(sum(${column}), 0)::float8` })
    .from(column.table as PgTable)
    .where(where);
  return row?.sum ?? 0;
}

/** Reads everything as of one moment, whatever is written meanwhile. */
export function snapshot<T>(read: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(read, db(), { isolationLevel: 'repeatable read', accessMode: 'read only' });
}

/** The pool under `db()`, for statements that bypass the query builder on purpose. */
export function pool(): pg.Pool {
  return connect().pool;
}

/** Closes the pool, and forgets what was read through it; the next use opens a new one. */
export async function disconnect(): Promise<void> {
  const closing = connection?.pool;
  connection = undefined;
  forgetCached();
  if (!closing) return;
  // `end` does not wait for its connections to be gone, and a server that stops would cut them off.
  const gone = on(closing, 'remove', { signal: AbortSignal.timeout(GONE_WITHIN_MS) });
  let left = closing.totalCount;
  await closing.end();
  for (; left > 0; left -= 1) await gone.next().catch(() => (left = 0));
}

/** The SQLSTATE of a failed query, however deep the query builder wrapped it; else undefined. */
export function sqlState(error: unknown): string | undefined {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (at instanceof pg.DatabaseError) return at.code;
  }
  return undefined;
}

/** The server ends, is full, starts, or takes no writes; or the connection broke. */
const AWAY = /^(08...|57P0[1-5]|53...|25006)$/;

/**
 * Whether something failed only because the database could not be reached, or wrote nothing: it says so
 * by its SQLSTATE, or the driver had no answer of it at all.
 */
export function isDatabaseAway(error: unknown): boolean {
  const state = sqlState(error);
  if (state) return AWAY.test(state);
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (at instanceof NoConnectionError) return true;
    if (at instanceof DrizzleQueryError) return !(at.cause instanceof TypeError);
  }
  return false;
}
