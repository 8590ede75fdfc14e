import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { config } from '#app/config.ts';
import { log } from '#app/platform/log.server.ts';
import { givingBack, limited, LIMITS_OF_SESSION, preparing } from './statements.server.ts';
import { WATCHED } from './watched-client.server.ts';
import { someAtOnce } from './some-at-once.server.ts';
import * as schema from '#db/schema.ts';

export type Db = NodePgDatabase<typeof schema>;
/** A transaction, or the database itself where a single statement needs none. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0] | Db;

interface Connection {
  pool: pg.Pool;
  db: Db;
}

let connection: Connection | undefined;

/** Connections that nothing but reading gets: whoever writes may wait for a replica that is gone. */
const FOR_READERS = 2;

/** Opens the pool, to `DATABASE_URL` unless another address is given; repeated calls are no-ops. */
export function connect(url = config().DATABASE_URL): Connection {
  if (connection) return connection;
  if (!url) throw new Error('No database: DATABASE_URL is not set and none was started.');
  connection = open(url);
  const { pool, db: opened } = connection;
  leaveSomeToReaders(pool, opened, Math.max(1, config().DATABASE_POOL_SIZE - FOR_READERS));
  return connection;
}

/** Opens a pool of watched connections. */
function open(url: string): Connection {
  const isPooled = config().DATABASE_POOLER;
  const options = {
    ...WATCHED,
    connectionString: url,
    max: config().DATABASE_POOL_SIZE,
    isPooled,
    ...(isPooled ? {} : { options: LIMITS_OF_SESSION }),
  };
  const pool = new pg.Pool(options);
  // Without a listener, a connection that breaks ends the process: idle or in a transaction.
  pool.on('error', ({ message }) => log.error({ message }, 'idle database connection failed'));
  pool.on('connect', (client) => {
    client.on('error', ({ message }) => log.error({ message }, 'database connection failed'));
    const query = (isPooled ? limited : preparing)(client.query.bind(client));
    client.query = givingBack(client, query);
  });
  return { pool, db: drizzle(pool, { schema }) };
}

/** Lets at most so many write at the same moment: transactions, and statements by themselves. */
function leaveSomeToReaders(pool: pg.Pool, opened: Db, writers: number): void {
  const writing = someAtOnce(writers, WATCHED.connectionTimeoutMillis);
  const begin = opened.transaction.bind(opened);
  opened.transaction = (work, how) => {
    return how?.accessMode === 'read only' ? begin(work, how) : writing(() => begin(work, how));
  };
  const ask = pool.query.bind(pool) as (...given: unknown[]) => Promise<never>;
  pool.query = ((...given: unknown[]) => {
    const [first] = given as [string | pg.QueryConfig];
    const text = typeof first === 'string' ? first : first.text;
    return /^\s*select\b/i.test(text) ? ask(...given) : writing(() => ask(...given));
  }) as pg.Pool['query'];
}

/** The open database; connects on first use. */
export function db(): Db {
  return connect().db;
}

/** The pool under `db()`, for statements that bypass the query builder on purpose. */
export function pool(): pg.Pool {
  return connect().pool;
}

/** Closes the pool; the next use opens a new one. */
export async function disconnect(): Promise<void> {
  const closing = connection;
  connection = undefined;
  await closing?.pool.end();
}

/** The SQLSTATE of a failed query, however deep the query builder wrapped it; else undefined. */
export function sqlState(error: unknown): string | undefined {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string' && /^[0-9A-Z]{5}$/.test(at.code)) {
      return at.code;
    }
  }
  return undefined;
}

/** The server ends, is full, starts, or takes no writes; or the connection broke. */
const AWAY = /^(08...|57P0[1-5]|53...|25006)$/;
const BROKEN = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
]);
/** As the driver and its pool say it. */
const SAID_AWAY =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated\b.*|Query read timeout|Client has encountered a connection error and is not queryable|The database has fallen silent on this connection\.)$/;

/** Whether something failed only because the database could not be reached, or wrote nothing. */
export function isDatabaseAway(error: unknown): boolean {
  const state = sqlState(error);
  if (state) return AWAY.test(state);
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (SAID_AWAY.test(at.message)) return true;
    if ('code' in at && BROKEN.has(String(at.code)) && 'syscall' in at) return true;
  }
  return false;
}
