import { sql } from 'drizzle-orm';
import { config } from '#app/config.ts';
import { db } from '#app/database/db.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { log } from '#app/platform/log.server.ts';
import { signingTrouble } from './sign-checkpoint.server.ts';
import { currentTree } from './store.server.ts';

/** A checkpoint comes within a minute of an act. */
const LATE_MS = 300_000;
/** As long as no witness may sign before somebody is told. */
const SILENT_MS = 3_600_000;

/** Both in one text; null where nothing is wrong. */
export async function logWarning(): Promise<string | null> {
  const { unsigned, unwitnessed } = await logTrouble();
  return [unsigned, unwitnessed].filter(Boolean).join(' ') || null;
}

/** Has the log of the program say what is wrong; run by the clock. */
export async function reportLog(): Promise<void> {
  const warning = await logWarning();
  if (warning) log.error(warning);
}

/** What keeps the log from being signed and from being seen, a sentence each or null; writes nothing. */
export async function logTrouble() {
  const { tree } = await currentTree(db());
  const { rows } = await db().execute<{ unsigned: Date | null; unseen: Date | null }>(sql`
    with signed as (
      select coalesce(max(size), 0) as size from log_checkpoints where tree = ${tree}
    ), seen as (
      select size from log_checkpoints where tree = ${tree} and cosignatures <> ''
      order by size desc limit 1
    )
    select
      (select min(created_at) from log_leaves, signed
        where tree = ${tree} and index >= signed.size) as unsigned,
      (select min(signed_at) from log_checkpoints
        where tree = ${tree} and size > coalesce((select size from seen), 0)) as unseen`);
  const { unsigned = null, unseen = null } = rows[0] ?? {};
  const isLate = isOlder(unsigned, LATE_MS);
  const isNamed = config().LOG_WITNESSES.length > 0;
  return {
    unsigned:
      (await signingTrouble()) ??
      (isLate
        ? 'What was sealed in the log is not signed: no process runs jobs, or signing fails, and the program’s log says why.'
        : null),
    unwitnessed:
      isNamed && isOlder(unseen, SILENT_MS)
        ? 'No witness has signed a checkpoint of the log for an hour (docs/log.md).'
        : null,
    /** Since when something waits longer than a checkpoint takes, in ISO 8601. */
    since: isLate && unsigned ? new Date(unsigned).toISOString() : null,
  };
}

function isOlder(moment: Date | string | null, ms: number): boolean {
  return moment !== null && now().getTime() - new Date(moment).getTime() > ms;
}
