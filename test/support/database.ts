import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { config, configure } from '#app/config.ts';
import { disconnect } from '#app/database/db.server.ts';
import { prepareDatabase } from '#app/database/migrate.server.ts';
import { databaseOn, onServer, PUBLISHED_TEMPLATE, TEMPLATE } from './global-setup.ts';
import { plasticListFile } from './samples-file.ts';
import { asReleased } from './version-rows.ts';

export const AUTH_SECRET = 'what a test signs its cookies with';

/**
 * Gives a test file a database of its own, migrated and empty, and points the program at it, by a
 * role that owns nothing. Call at the top level of the file.
 */
export function useDatabase(
  env: Record<string, string> = {},
  create = createDatabase,
): {
  url(): string;
  ownerUrl(): string;
} {
  let url = '';
  beforeAll(async () => {
    url = await create();
    await pointAt(url, env);
  });
  afterAll(async () => {
    await disconnect();
    if (url) rmSync(dataDirOf(url), { recursive: true, force: true });
    await dropDatabase(url);
  });
  return { url: () => url, ownerUrl: () => ownerOf(url) };
}

/** The same with PlasticList's results published. */
export const useDatabaseWithResults = () => useDatabase({}, createDatabaseWithResults);

export const createDatabaseWithResults = async () => createDatabase(await publishedTemplate());

/** Publishing them takes seconds: whoever asks first does it for all files. */
async function publishedTemplate(): Promise<string> {
  const client = new pg.Client({ connectionString: inject('serverUrl') });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(1)');
    const made = [PUBLISHED_TEMPLATE];
    const { rowCount } = await client.query('select from pg_database where datname = $1', made);
    if (rowCount) return PUBLISHED_TEMPLATE;
    const url = await createDatabase();
    await pointAt(url);
    const { importSamples } = await import('#app/intake/import-samples.server.ts');
    await importSamples(plasticListFile);
    await disconnect();
    await client.query(`alter database ${nameIn(url)} rename to ${PUBLISHED_TEMPLATE}`);
    return PUBLISHED_TEMPLATE;
  } finally {
    await client.end();
  }
}

async function pointAt(url: string, env: Record<string, string> = {}): Promise<void> {
  // A file before this one may have asked for something late, of a database that is gone.
  await disconnect();
  configure({
    ...process.env,
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    AUTH_SECRET,
    DATABASE_URL: url,
    DATA_DIR: dataDirOf(url),
    ...env,
  });
}

/**
 * A new database cloned from the migrated template; its address for the program. Its files are copied
 * as they are: by way of the log, making it and dropping it would take the server three times as long.
 */
export async function createDatabase(template = TEMPLATE): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(
    inject('serverUrl'),
    `create database ${name} template ${template} strategy file_copy`,
  );
  return databaseOn(inject('siteServerUrl'), name);
}

/**
 * For `useDatabase`: a database that the last released version made, with rows of its own, and that this
 * version has migrated since.
 */
export async function createReleasedDatabase(rows: string): Promise<string> {
  const released = JSON.parse(readFileSync('db/released.json', 'utf8')).at(-1);
  const name = `test_${randomBytes(8).toString('hex')}`;
  const url = databaseOn(inject('siteServerUrl'), name);
  await onServer(inject('serverUrl'), `create database ${name}`);
  await asReleased(ownerOf(url), released.last);
  await onServer(ownerOf(url), rows);
  await prepareDatabase({ url, ownerUrl: ownerOf(url) });
  return url;
}

export async function dropDatabase(url: string): Promise<void> {
  if (!url) return;
  const name = nameIn(url);
  await onServer(inject('serverUrl'), `drop database if exists ${name} with (force)`);
}

/** Runs a statement that the program may not, on the database in use, as the owner of its tables. */
export async function asOwner(statement: string): Promise<void> {
  await onServer(ownerOf(config().DATABASE_URL ?? ''), statement);
}

/**
 * Lets a test file set what products have raised, and contributions, without the payments behind them.
 * Call at the top level of the file, after its database is asked for.
 */
export function allowMadeUpMoney(): void {
  beforeAll(() =>
    asOwner(`
      alter table products disable trigger products_add_up;
      alter table contributions disable trigger contributions_add_up_at_products;
      alter table contributions disable trigger contributions_add_up;
      alter table orders disable trigger orders_add_up;
      alter table contributions drop constraint contributions_place_fits;
      alter table products drop constraint products_status_fits`),
  );
}

/** Where a program on this database keeps its files: made when something is written. */
export function dataDirOf(url: string): string {
  return path.join(tmpdir(), nameIn(url));
}

function ownerOf(url: string): string {
  return databaseOn(inject('serverUrl'), nameIn(url));
}

function nameIn(url: string): string {
  return new URL(url).pathname.slice(1);
}
