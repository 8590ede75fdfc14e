import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { configure } from '#app/config.ts';
import { disconnect } from '#app/platform/db.server.ts';
import { databaseOn, TEMPLATE } from './global-setup.ts';

const AUTH_SECRET = 'what a test signs its cookies with';

/**
 * Gives a test file a database of its own, migrated and empty, and points the program at it.
 * Call at the top level of the file.
 */
export function useDatabase(env: Record<string, string> = {}): { url(): string } {
  let url = '';
  beforeAll(async () => {
    url = await createDatabase();
    configure({
      ...process.env,
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      AUTH_SECRET,
      DATABASE_URL: url,
      ...env,
    });
  });
  afterAll(async () => {
    await disconnect();
    await dropDatabase(url);
  });
  return { url: () => url };
}

/** A new database cloned from the migrated template; its address. */
export async function createDatabase(): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(`create database ${name} template ${TEMPLATE}`);
  return databaseOn(inject('serverUrl'), name);
}

export async function dropDatabase(url: string): Promise<void> {
  if (url) await onServer(`drop database if exists ${new URL(url).pathname.slice(1)} with (force)`);
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('serverUrl') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
