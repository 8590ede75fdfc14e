import { readFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';

/** Before the version on a comment of the schema that holds the list of migrations. */
const NOTE = 'brought up to date by version ';

/** The version of the program that runs, such as 0.2.0. */
export function ownVersion(): string {
  return JSON.parse(readFileSync(path.resolve('package.json'), 'utf8')).version;
}

/**
 * Throws and says what to do where a version has migrated the database that this one may not run
 * beside: every version runs on the database of the next one, and of no later one (decision 0097).
 */
export async function refuseNewerSchema(client: pg.Client, own = ownVersion()): Promise<void> {
  const noted = await notedVersion(client);
  if (!noted || runsOn(own, noted)) return;
  const [major, minor] = partsOf(noted);
  throw new Error(
    `The database was ${NOTE}${noted}, and this is version ${own}, which does not know it. Start version ${major}.${Math.max(0, minor - 1)} or a newer one, or restore a backup from before.`,
  );
}

/**
 * Throws, before anything is migrated, where the version that the database is of could not run on it
 * afterwards: one may go back by one version, and no further.
 */
export async function refuseOneWay(client: pg.Client, own = ownVersion()): Promise<void> {
  const noted = await notedVersion(client);
  if (!noted || compare(own, noted) <= 0 || runsOn(noted, own)) return;
  const [major, minor] = partsOf(noted);
  throw new Error(
    `The database was ${NOTE}${noted}, which could not run on it once this version, ${own}, has migrated it: only a backup would lead back. Start version ${major}.${minor + 1} first, or take a backup, stop all other processes, and run openassay migrate --one-way.`,
  );
}

/** The first version whose database later ones bring up to date. */
const FIRST = '0.4.0';

/**
 * Throws and says what to do where a database was made by a preview, before the migrations that there
 * are: `since` is when the first of those was made, in ms. Nothing is written.
 */
export async function refusePreview(client: pg.Client, since: number): Promise<void> {
  const made = await client.query(`select to_regclass('drizzle.__drizzle_migrations') as name`);
  if (!made.rows[0].name) return;
  const { rows } = await client.query(
    'select count(*)::int as older from drizzle.__drizzle_migrations where created_at < $1',
    [since],
  );
  if (rows[0].older === 0) return;
  throw new Error(
    `The database was made by a preview, before version ${FIRST}, and previews are not upgraded. To keep what is in it, run the version that made it: openassay backup FOLDER takes all of it, and the administration has the results' file, the audit, and each person's data as files. Then start this version with an empty database (another DATA_DIR or DATABASE_URL).`,
  );
}

/** Notes which version has migrated the database, unless a newer one has. */
export async function noteVersion(client: pg.Client, own = ownVersion()): Promise<void> {
  const noted = await notedVersion(client);
  if (noted && compare(own, noted) <= 0) return;
  await client.query(`comment on schema drizzle is '${NOTE}${own}'`);
}

/** Whether a version runs on a database that another one has brought up to date. */
export function runsOn(own: string, noted: string): boolean {
  const [ownMajor, ownMinor] = partsOf(own);
  const [major, minor] = partsOf(noted);
  return major < ownMajor || (major === ownMajor && minor <= ownMinor + 1);
}

async function notedVersion(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query(
    `select obj_description(to_regnamespace('drizzle')::oid, 'pg_namespace') as note`,
  );
  return /(\d+\.\d+\.\d+)$/.exec(rows[0]?.note ?? '')?.[1];
}

function partsOf(version: string): [major: number, minor: number, patch: number] {
  return version.split('.').map(Number) as [number, number, number];
}

function compare(one: string, other: string): number {
  const [a, b] = [partsOf(one), partsOf(other)];
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}
