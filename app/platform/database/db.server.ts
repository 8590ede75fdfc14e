import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { config } from '#app/config.ts';
import { log } from '#app/platform/log.server.ts';
import { limited, LIMITS_OF_SESSION, preparing } from './statements.server.ts';
import * as schema from '#db/schema.ts';

export type Db = NodePgDatabase<typeof schema>;
/** A transaction, or the database itself where a single statement needs none. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0] | Db;

interface Connection {
  pool: pg.Pool;
  db: Db;
}

let connection: Connection | undefined;

/** Opens the pool, to `DATABASE_URL` unless another address is given; repeated calls are no-ops. */
export function connect(url = config().DATABASE_URL): Connection {
  if (connection) return connection;
  if (!url) throw new Error('No database: DATABASE_URL is not set and none was started.');
  const isPooled = config().DATABASE_POOLER;
  const pool = new pg.Pool({
    connectionString: url,
    max: config().DATABASE_POOL_SIZE,
    connectionTimeoutMillis: 10_000,
    ...(isPooled ? {} : { options: LIMITS_OF_SESSION }),
  });
  // Without a listener, a connection that breaks ends the process: idle or in a transaction.
  pool.on('error', ({ message }) => log.error({ message }, 'idle database connection failed'));
  pool.on('connect', (client) => {
    client.on('error', ({ message }) => log.error({ message }, 'database connection failed'));
    client.query = (isPooled ? limited : preparing)(client.query.bind(client));
  });
  connection = { pool, db: drizzle(pool, { schema }) };
  return connection;
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
