import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#app/platform/embedded-postgres.server.ts';
import { migrateDatabase } from '#app/platform/migrate.server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A PostgreSQL server whose database `TEMPLATE` is migrated and empty. */
    serverUrl: string;
  }
}

export const TEMPLATE = 'openassay_template';

/**
 * One PostgreSQL for all tests: the one that TEST_DATABASE_URL names (its user may create
 * databases), else an embedded one in a temporary folder.
 */
export default async function setup(project: TestProject) {
  const given = process.env.TEST_DATABASE_URL;
  const folder = given ? undefined : mkdtempSync(path.join(tmpdir(), 'openassay-test-'));
  // Started as root, the database runs as another user, who has to get in.
  if (folder) chmodSync(folder, 0o711);
  const own = folder
    ? await startEmbeddedPostgres({
        dataDir: path.join(folder, 'postgres'),
        fsync: false,
        database: 'tests',
        maxConnections: 200,
      })
    : undefined;
  const serverUrl = given ?? own?.url ?? '';
  await makeTemplate(serverUrl);
  project.provide('serverUrl', serverUrl);
  return async () => {
    await own?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  };
}

async function makeTemplate(serverUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`drop database if exists ${TEMPLATE} with (force)`);
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  await migrateDatabase(databaseOn(serverUrl, TEMPLATE));
}

/** The address of another database on the same server. */
export function databaseOn(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
