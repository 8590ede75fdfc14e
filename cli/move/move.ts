import { PassThrough, type Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import path from 'node:path';
import pg from 'pg';
import { printAudit } from '#cli/audit.ts';
import type { Streams } from '#cli/commands/command.ts';
import { onDatabase } from '#cli/on-database.ts';
import { config, configure } from '#app/config.ts';
import { present } from '#app/kit/assert.ts';
import { counted } from '#app/kit/text.ts';
import { disconnect } from '#app/database/db.server.ts';
import { prepareDatabase } from '#app/database/migrate.server.ts';
import { copySequences, copyTable, heldBy, tablesInOrder } from './copy-tables.ts';

/** What a database has in it once it is migrated, before any site. */
const AT_FIRST = /^((content_version|ledger_kinds)$|pgboss\.)/;

/**
 * `move DATABASE_URL`: copies the embedded database into an empty one of another server, while the site
 * is stopped, and has it hold what the old one holds: rows, their sums, and what the audit finds. The old one
 * stays as it was. Throws where anything differs, and leaves no row there.
 */
export async function runMove(
  url: string,
  ownerUrl: string | undefined,
  { out, err }: Streams,
): Promise<number> {
  if (config().DATABASE_URL) {
    throw new Error(
      'DATABASE_URL is set. Only the embedded database is moved: unset it for this command.',
    );
  }
  return onDatabase(
    async ({ embedded }) => {
      const own = present(embedded, 'the embedded database');
      await prepareDatabase({ url, ownerUrl });
      const counts = await copyAll(own.ownerUrl, ownerUrl ?? url, err);
      out.write(`Copied ${counts}. Each table holds as many rows as before, and the same ones.\n`);
      const [there, here] = [await auditOf(url), await auditOf(own.url)];
      // Servers list what has no order as they will.
      const differing = new Set(there.said.split('\n')).symmetricDifference(
        new Set(here.said.split('\n')),
      );
      if (differing.size > 0) {
        throw new Error(`The audit differs: ${[...differing].slice(0, 5).join('; ')}.`);
      }
      out.write(`The audit says of both:\n\n${here.said}\n`);
      out.write(afterwards(own.dataDir));
      return here.code;
    },
    { isStopped: true },
  );
}

/**
 * Copies all rows by the owners of both, in one transaction on either side: all of it is there, or none.
 * How much that was, in words; throws where the other database holds something, or not the same then.
 */
export async function copyAll(fromUrl: string, toUrl: string, progress: Writable): Promise<string> {
  const [from, to] = [await connected(fromUrl), await connected(toUrl)];
  try {
    await from.query('begin isolation level repeatable read read only');
    await to.query('begin');
    const tables = await tablesInOrder(from);
    const before = await heldBy(from, tables);
    const found = await heldBy(to, tables);
    const inUse = [...found].find(([name, { count }]) => count > 0 && !AT_FIRST.test(name));
    if (inUse)
      throw new Error(`There is something in that database: ${inUse[0]}. Name an empty one.`);
    const all = [...before.values()].reduce((sum, { count }) => sum + count, 0);
    let copied = 0;
    for (const table of tables) {
      await copyTable(from, to, table, (rows) => {
        copied += rows;
        progress.write(`\r${`${copied} of ${all} rows: ${table.name}`.padEnd(70)}`);
      });
    }
    progress.write('\n');
    await copySequences(from, to);
    const after = await heldBy(to, tables);
    for (const [name, held] of before) {
      if (JSON.stringify(after.get(name)) === JSON.stringify(held)) continue;
      throw new Error(`${name} is not the same there. Nothing was copied.`);
    }
    await to.query('commit');
    return `${counted(all, 'row')} of ${counted(tables.length, 'table')}`;
  } finally {
    await from.end();
    await to.end();
  }
}

async function connected(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {}); // said by whatever query it breaks
  await client.connect();
  // As both sides write them, whatever their servers say.
  await client.query(
    `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0;
     set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
     set extra_float_digits = 1`,
  );
  return client;
}

/** What the audit says with this database. */
async function auditOf(url: string): Promise<{ code: number; said: string }> {
  await disconnect();
  configure({ ...process.env, DATABASE_URL: url });
  const out = new PassThrough();
  const saying = text(out);
  // Without patience: with it, the audit first brings in what Stripe has and the books do not.
  const code = await printAudit(out, new PassThrough().resume(), 0);
  out.end();
  return { code, said: await saying };
}

function afterwards(dataDir: string): string {
  const secret = path.resolve(config().DATA_DIR, 'auth-secret');
  return `Now set DATABASE_URL, DATABASE_OWNER_URL where there are two roles, and AUTH_SECRET to what ${secret} holds, keep DATA_DIR, and start the site. The old database in ${dataDir} is as it was: delete it once you have a backup of the new one.\n`;
}
