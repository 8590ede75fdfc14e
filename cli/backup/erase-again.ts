import path from 'node:path';
import type { Writable } from 'node:stream';
import { sql } from 'drizzle-orm';
import type { Restored } from './restored.ts';
import { erasePerson } from '#app/my-data/personal-data.ts';
import { db } from '#app/platform/database/db.server.ts';
import {
  erasureFile,
  erasureHash,
  erasureLists,
  type Erasure,
} from '#app/platform/backups/erasure-list.server.ts';
import { config } from '#app/config.ts';
import { counted } from '#app/kit/text.ts';

/** An erasure is noted before it is committed. */
const OVERLAP_MS = 60_000;

/**
 * Erases again, by the same operation, whoever was erased between the moment that the database was
 * restored to and the restore; how many that were. Throws and says why where one cannot be erased now:
 * until then nobody may be served. Who came back after being erased stays.
 */
export async function eraseAgain({ mark, restoredAt }: Restored): Promise<number> {
  const since = new Date(new Date(mark).getTime() - OVERLAP_MS);
  const erasedAt = erasuresBetween(since, new Date(restoredAt));
  let erased = 0;
  for (const address of erasedAt.size > 0 ? await everyAddress() : []) {
    const at = erasedAt.get(erasureHash(address));
    if (!at || (await hasOrderedSince(address, at))) continue;
    const outcome = await erasePerson(address, '');
    if (outcome !== 'erased') {
      throw new Error(
        outcome === 'under_way'
          ? 'Somebody who was erased after the moment that the database was restored to has a payment under way in it. Run openassay reconcile, and then start again.'
          : 'Somebody who was erased after the moment that the database was restored to cannot be erased again: Stripe does not answer. Start again when it does.',
      );
    }
    erased += 1;
  }
  return erased;
}

/** `erase-again --since TIME`: for a database that was restored by other means. */
export async function runEraseAgain(since: Date, out: Writable): Promise<number> {
  const erased = await eraseAgain({
    mark: since.toISOString(),
    restoredAt: new Date().toISOString(),
  });
  out.write(`${counted(erased, 'person', 'people')} erased again.\n`);
  return 0;
}

/** The last erasure of each hash in a time; throws where some are noted under another secret. */
function erasuresBetween(since: Date, until: Date): Map<string, Date> {
  const found = new Map<string, Date>();
  const { BACKUP_DIR, DATA_DIR } = config();
  const lists = [DATA_DIR, ...(BACKUP_DIR ? [BACKUP_DIR] : [])].flatMap((place) =>
    [...erasureLists(place)].map(([file, lines]) => ({ place, file, lines })),
  );
  for (const { place, file, lines } of lists) {
    const after = lines
      .map((line) => JSON.parse(line) as Erasure)
      .filter(({ at }) => new Date(at) > since && new Date(at) <= until);
    if (file !== erasureFile() && after.length > 0) {
      throw new Error(
        `${path.resolve(place, file)} lists people who were erased under another AUTH_SECRET after the moment that the database was restored to. Set AUTH_SECRET to that one and start again.`,
      );
    }
    for (const { at, hash } of after) {
      const known = found.get(hash);
      if (!known || known < new Date(at)) found.set(hash, new Date(at));
    }
  }
  return found;
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

async function hasOrderedSince(address: string, at: Date): Promise<boolean> {
  const { rows } = await db().execute(
    sql`select from orders where lower(email) = ${address} and created_at > ${at.toISOString()} limit 1`,
  );
  return rows.length > 0;
}
