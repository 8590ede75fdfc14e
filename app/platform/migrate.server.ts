import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { resolve } from 'node:path';
import pg from 'pg';

/** Any number; the same in every process, so that only one migrates at a time. */
const MIGRATION_LOCK = 4_251_275;

/**
 * Brings the schema up to date. Safe when several processes start at once: an advisory lock, held
 * by the connection, makes the others wait and then find nothing to do.
 */
export async function migrateDatabase(url: string, folder = resolve('db/migrations')) {
  const client = new pg.Client({ connectionString: url });
  await client.connect().catch((error: Error) => {
    throw new Error(`The database (DATABASE_URL) cannot be reached: ${error.message}`, {
      cause: error,
    });
  });
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query('create extension if not exists pg_trgm');
    await migrate(drizzle(client), { migrationsFolder: folder });
  } finally {
    await client.end();
  }
}
