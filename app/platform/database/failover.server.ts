import { sql } from 'drizzle-orm';
import { db } from './db.server.ts';
import { cursors } from '#db/schema.ts';

/** How rows of `cursors` begin that say since when the database is on a timeline of its log. */
const TIMELINE = 'timeline ';

/**
 * Notes which timeline the database is on. PostgreSQL begins a new one with each failover and each
 * restore, and says so nowhere else to whoever was not there (decision 0098).
 */
export async function noteTimeline(): Promise<void> {
  await db().execute(sql`
    insert into ${cursors} (name, reached)
    select ${TIMELINE} || left(pg_walfile_name(pg_current_wal_lsn()), 8), now()
    on conflict do nothing`);
}

/** When the database was first seen on its timeline; undefined where it has been on no other. */
export async function lastFailover(): Promise<Date | undefined> {
  const { rows } = await db().execute<{ at: string | null }>(sql`
    select to_char(max(reached) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
    from ${cursors} where name like ${`${TIMELINE}%`} having count(*) > 1`);
  return rows[0]?.at ? new Date(rows[0].at) : undefined;
}
