import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { erasePerson } from '#app/contributions/my-data/personal-data.ts';
import { now } from '#app/platform/clock.server.ts';
import { moveCursor, RESTORED_CURSOR } from '#app/database/cursor.server.ts';
import { db } from '#app/database/db.server.ts';
import {
  erasureHash,
  erasureKey,
  erasuresIn,
  RESTORED_FILE,
} from '#app/database/backups/erasure-list.server.ts';
import { config } from '#app/config.ts';
import { counted } from '#app/kit/text.ts';

/** An erasure is noted before it is committed. */
const OVERLAP_MS = 60_000;

/** Ends a restore: whoever was erased since is erased again, and emails may be second ones. */
export async function finishRestore(): Promise<string> {
  const file = path.join(config().DATA_DIR, RESTORED_FILE);
  const { mark } = JSON.parse(readFileSync(file, 'utf8')) as { mark: string };
  const erased = await eraseAgain(new Date(mark));
  await moveCursor(RESTORED_CURSOR, now());
  rmSync(file);
  return erased;
}

/**
 * Erases again, by the same operation, whoever was erased since the moment that the database was
 * restored to; says how many that were. Throws and says why where one cannot be erased now: until then
 * nobody may be served. Of whoever came back after being erased, what came after stays.
 */
export async function eraseAgain(mark: Date): Promise<string> {
  const erasedAt = erasuresSince(new Date(mark.getTime() - OVERLAP_MS));
  let erased = 0;
  for (const address of erasedAt.size > 0 ? await everyAddress() : []) {
    const at = erasedAt.get(erasureHash(address));
    if (!at) continue;
    const { rows } = await db().execute(
      sql`select from orders where lower(email) = ${address} and created_at > ${at} limit 1`,
    );
    const until = rows.length > 0 ? new Date(at) : undefined; // came back
    const outcome = await erasePerson(address, '', until);
    if (outcome !== 'erased') {
      throw new Error(
        `Somebody who was erased after the moment that the database was restored to ${
          outcome === 'under_way'
            ? 'has a payment under way in it. Run openassay reconcile, and then start again.'
            : 'cannot be erased again: Stripe does not answer. Start again when it does.'
        }`,
      );
    }
    erased += 1;
  }
  return `${counted(erased, 'person', 'people')} erased again.\n`;
}

/** The last erasure of each hash since a moment; throws where some are noted under another secret. */
function erasuresSince(since: Date): Map<string, string> {
  const { BACKUP_DIR, DATA_DIR } = config();
  const known = [DATA_DIR, ...(BACKUP_DIR ? [BACKUP_DIR] : [])].flatMap(erasuresIn);
  const after = known.filter(({ at }) => new Date(at) > since);
  if (after.some(({ key }) => key !== erasureKey())) {
    throw new Error(
      'People were erased under another AUTH_SECRET after the moment that the database was restored to. Set AUTH_SECRET to that one and start again.',
    );
  }
  return new Map(
    after.toSorted((a, b) => (a.at < b.at ? -1 : 1)).map(({ hash, at }) => [hash, at]),
  );
}

/** Every address that is stored anywhere. */
async function everyAddress(): Promise<string[]> {
  const { rows: columns } = await db().execute<{ table: string }>(sql`
    select c.table_name as "table" from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and c.column_name = 'email_normalised'`);
  const all = [
    ...columns.map(({ table }) => sql`select email_normalised as a from ${sql.identifier(table)}`),
    sql`select lower(trim(email)) from orders`,
    sql`select lower(trim(to_email)) from mails`,
  ];
  const { rows } = await db().execute<{ address: string }>(
    sql`select a as address from (${sql.join(all, sql` union `)}) t where a is not null`,
  );
  return rows.map(({ address }) => address);
}
