import { randomBytes } from 'node:crypto';
import { chmodSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '#app/database/embedded-postgres.server.ts';
import { prepareDatabase } from '#app/database/migrate.server.ts';

export interface OwnDatabase {
  url: string;
  /** The same by the role that owns the tables. */
  ownerUrl: string;
  /** Stops the server that was started for it, or drops the database where it was given one. */
  stop(): Promise<void>;
}

/**
 * A migrated database that nobody else uses: on the server that TEST_DATABASE_URL names, else on an
 * embedded one inside `folder`, with fsync on or off.
 */
export async function startOwnDatabase(folder: string, fsync: boolean): Promise<OwnDatabase> {
  const given = process.env.TEST_DATABASE_URL;
  const database = given ? await createOn(given) : await startEmbedded(folder, fsync);
  try {
    await prepareDatabase(database);
  } catch (error) {
    await database.stop();
    throw error;
  }
  return database;
}

async function startEmbedded(folder: string, fsync: boolean): Promise<OwnDatabase> {
  // Started as root, the database runs as another user, who has to get in.
  chmodSync(folder, 0o711);
  const dataDir = path.join(folder, 'postgres');
  return startEmbeddedPostgres({ dataDir, fsync, hasSocket: true, maxConnections: 120 });
}

async function createOn(serverUrl: string): Promise<OwnDatabase> {
  const name = `own_${randomBytes(8).toString('hex')}`;
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: serverUrl });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await run(`create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    ownerUrl: url.href,
    stop: () => run(`drop database if exists ${name} with (force)`),
  };
}
