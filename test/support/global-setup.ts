import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#app/database/embedded-postgres.server.ts';
import { prepareDatabase } from '#app/database/migrate.server.ts';
import { bundleSiteProcess } from './processes.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A PostgreSQL server whose database `TEMPLATE` is migrated and empty, by its owner. */
    serverUrl: string;
    /** The same by the role that the program uses: it owns nothing. */
    siteServerUrl: string;
  }
}

export const TEMPLATE = 'openassay_template';
/** The same with PlasticList's results published, made by the first test file that asks for it. */
export const PUBLISHED_TEMPLATE = `${TEMPLATE}_published`;

/**
 * One PostgreSQL for all tests: the one that TEST_DATABASE_URL names (its user may create
 * databases and roles), else an embedded one in a temporary folder.
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
        hasSocket: true,
        database: 'tests',
        maxConnections: 400,
      })
    : undefined;
  const serverUrl = given ?? own?.ownerUrl ?? '';
  const siteServerUrl = own?.url ?? (await makeSiteRole(serverUrl));
  const startsSites = process.env.PROCESSES || project.vitest.projects.some(isReleases);
  await Promise.all([
    makeTemplate(serverUrl, siteServerUrl),
    startsSites ? bundleSiteProcess() : undefined,
  ]);
  project.provide('serverUrl', serverUrl);
  project.provide('siteServerUrl', siteServerUrl);
  return async () => {
    if (given) await dropSiteRole(serverUrl, new URL(siteServerUrl).username);
    await own?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  };
}

/** Of the tests that start processes of the site. */
const isReleases = ({ name }: { name: string }) => name === 'release';

async function makeTemplate(serverUrl: string, siteServerUrl: string): Promise<void> {
  await dropTemplates(serverUrl);
  await onServer(serverUrl, `create database ${TEMPLATE}`);
  await prepareDatabase({
    url: databaseOn(siteServerUrl, TEMPLATE),
    ownerUrl: databaseOn(serverUrl, TEMPLATE),
  });
}

/** A role of this run on somebody's server, and the server's address by it. */
async function makeSiteRole(serverUrl: string): Promise<string> {
  const url = new URL(serverUrl);
  url.username = `openassay_test_${randomBytes(4).toString('hex')}`;
  url.password = randomBytes(16).toString('hex');
  await onServer(serverUrl, `create role ${url.username} login password '${url.password}'`);
  return url.href;
}

async function dropSiteRole(serverUrl: string, role: string): Promise<void> {
  await dropTemplates(serverUrl);
  await onServer(serverUrl, `drop role ${role}`);
}

async function dropTemplates(serverUrl: string): Promise<void> {
  for (const name of [TEMPLATE, PUBLISHED_TEMPLATE])
    await onServer(serverUrl, `drop database if exists ${name} with (force)`);
}

/** Runs a statement on a server, by a connection of its own. */
export async function onServer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The address of another database on the same server. */
export function databaseOn(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
