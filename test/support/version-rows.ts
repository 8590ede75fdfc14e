import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { applyMigrations } from '#app/database/apply-migrations.server.ts';

/** All rows of a database: of each table of the site, and where its sequences stand. */
interface Rows {
  tables: Record<string, Record<string, unknown>[]>;
  sequences: Record<string, string>;
}

/** Reads all rows of a database, to be put into one of the same version another day; packed. */
export async function readRows(url: string): Promise<Buffer> {
  return withClient(url, async (client) => {
    const stored: Rows = { tables: {}, sequences: {} };
    for (const [name, columns] of await tablesOf(client)) {
      const { rows } = await client.query(
        `select coalesce(json_agg(r), '[]')::text as rows from (select ${columns} from public."${name}") r`,
      );
      stored.tables[name] = JSON.parse(rows[0].rows);
    }
    const { rows } = await client.query(
      `select sequencename as name, last_value::text as last from pg_sequences
       where schemaname = 'public' and last_value is not null`,
    );
    for (const { name, last } of rows) stored.sequences[name] = last;
    return gzipSync(JSON.stringify(stored), { level: 9 });
  });
}

/** Puts the rows into an empty database of that version, by its owner; how many each table has. */
export async function putRows(url: string, packed: Buffer): Promise<Map<string, number>> {
  const { tables, sequences } = JSON.parse(gunzipSync(packed).toString()) as Rows;
  await withClient(url, async (client) => {
    // Rows come as they were: nothing is checked or caused anew.
    await client.query('begin; set local session_replication_role = replica');
    const made = await tablesOf(client);
    for (const [name, rows] of Object.entries(tables)) {
      await client.query(`delete from public."${name}"`);
      await client.query(
        `insert into public."${name}" (${made.get(name)}) overriding system value
         select ${made.get(name)} from json_populate_recordset(null::public."${name}", $1)`,
        [JSON.stringify(rows)],
      );
    }
    for (const [name, last] of Object.entries(sequences)) {
      await client.query(`select setval('public."${name}"', ${Number(last)})`);
    }
    await client.query('commit');
  });
  return new Map(Object.entries(tables).map(([name, rows]) => [name, rows.length]));
}

/** Migrates an empty database as a released version did, whose last migration this is. */
export async function asReleased(ownerUrl: string, last: string): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'openassay-released-'));
  try {
    cpSync('db/migrations', folder, { recursive: true });
    const journal = path.join(folder, 'meta/_journal.json');
    const { entries } = JSON.parse(readFileSync(journal, 'utf8')) as { entries: { tag: string }[] };
    writeFileSync(journal, JSON.stringify({ entries: entries.filter(({ tag }) => tag <= last) }));
    await withClient(ownerUrl, async (client) => {
      await client.query('create extension if not exists pg_trgm');
      await applyMigrations(client, folder, 10_000);
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Each table with its columns, but for those that the database fills in itself. */
async function tablesOf(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query(
    `select table_name as name, string_agg(quote_ident(column_name), ', ') as columns
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER'
     group by 1 order by 1`,
  );
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
